"""The frame in which games draw their stories, and the shapes in it."""

from collections.abc import Iterator
from xml.etree import ElementTree

from companion.games.shared.chart import Axes, Chart, Panel, Speak, bars, legend
from companion.i18n.message import Message, say

SVG = "{http://www.w3.org/2000/svg}"


def one_line(story: object, speak: Speak) -> Iterator[str]:
    yield "<path/>"


def title(story: object) -> Message:
    return say("Won & <done>.")


def chart(*heights: int, remark: Message | None = None) -> Chart:
    panels = [Panel(say("energy"), height, one_line) for height in heights]
    return Chart(lambda story: panels, title, "", 100, gap=10, remark=lambda story: remark)


def drawn(chart: Chart) -> ElementTree.Element:
    return ElementTree.fromstring(chart.draw(None, str))


def places(picture: ElementTree.Element) -> list[str]:
    return [group.attrib["transform"] for group in picture.iter(f"{SVG}g")]


def test_two_drawings_stand_in_a_row_and_the_next_row_below_the_taller() -> None:
    assert places(drawn(chart(30, 50, 30))) == [
        "translate(24 56)",
        "translate(134 56)",
        "translate(24 116)",
    ]


def test_the_picture_ends_a_margin_below_the_last_row() -> None:
    picture = drawn(chart(30, 50, 30))

    assert (picture.attrib["width"], picture.attrib["height"]) == ("258", "170")
    assert drawn(chart()).attrib["height"] == "80"


def test_a_remark_below_the_title_moves_the_drawings_down() -> None:
    assert places(drawn(chart(30, remark=say("The third round.")))) == ["translate(24 71)"]


def test_what_is_said_cannot_break_the_picture() -> None:
    assert drawn(chart(30)).findtext(f"{SVG}title") == "Won & <done>."


def test_a_panel_is_the_same_drawing_with_a_name_of_its_own() -> None:
    (panel,) = (ElementTree.fromstring(each) for each in chart(30).panels(None, str))

    assert (panel.attrib["viewBox"], panel.attrib["aria-label"]) == ("0 0 100 30", "energy")
    assert panel.findtext("text") == "Energy"


def test_each_round_has_a_column_and_each_value_a_height() -> None:
    axes = Axes([1, 2], most=10, top=0, bottom=100, left=20, right=100)

    assert axes.spots([0, 5]) == [(40, 100), (80, 50)]


def test_of_many_rounds_every_third_has_its_number() -> None:
    axes = Axes(range(1, 14), most=1, top=0, bottom=10, left=0, right=130)
    numbers = [ElementTree.fromstring(shape).text for shape in axes.numbers()]

    assert numbers == ["3", "6", "9", "12"]


def test_the_longest_bar_fills_its_room_and_what_is_usual_is_marked() -> None:
    shapes = [
        ElementTree.fromstring(shape)
        for shape in bars([("one", 1), ("two", 4)], "fill", top=0, step=30, room=80, usual=2)
    ]
    widths = [shape.attrib["width"] for shape in shapes if shape.tag == "rect"]

    assert widths == ["20", "80"]
    assert [shape.attrib["d"] for shape in shapes if shape.tag == "path"] == [
        "M40 4L40 20",
        "M40 34L40 50",
    ]


def test_a_legend_goes_on_in_another_line_where_the_first_is_full() -> None:
    keys = [("wood", "fill"), ("food", "fill"), ("rope", "fill")]
    shapes = [ElementTree.fromstring(shape) for shape in legend(keys, 20, right=120)]

    assert [shape.attrib["y"] for shape in shapes if shape.tag == "text"] == ["20", "20", "40"]
