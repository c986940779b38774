"""Small curves, as the board draws them."""

from companion.web.live.number_history import HEIGHT, WIDTH, curve


def test_points_lie_at_equal_distances_in_the_order_of_the_rounds() -> None:
    xs = [point.x for point in curve([1.2, 1.3, 1.5], 3, 1.2, 2.0).points]

    assert xs[1] - xs[0] == xs[2] - xs[1]
    assert 0 < xs[0] < xs[2] < WIDTH


def test_more_is_higher() -> None:
    low, high = curve([1, 9], 6, 0, 10).points

    assert 0 < high.y < low.y < HEIGHT


def test_values_beyond_the_usual_are_in_the_picture_and_so_is_nothing() -> None:
    drawn = curve([-8, 0, 30], 6, 0, 10)

    assert all(0 <= point.y <= HEIGHT for point in drawn.points)
    assert drawn.points[1].y == drawn.zero


def test_a_single_value_and_none_at_all_can_be_drawn() -> None:
    assert len(curve([3], 6, 0, 10).points) == 1
    assert curve([], 6, 0, 10).path == ""
