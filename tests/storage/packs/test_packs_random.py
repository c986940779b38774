"""Random packs: any valid one loads and can be told, any mutilated one is a bad pack, no more."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any, get_args

from hypothesis import given
from hypothesis import strategies as st

from companion.errors import BadPack
from companion.games import Document, game
from companion.games.daybreak.model.card import PowerId, ResilienceKind, Tag, Token
from companion.games.daybreak.model.terms import EFFECTS
from companion.games.daybreak.text.cards import describe
from companion.i18n.catalogs import LANGUAGES, Language
from companion.storage.packs.load import parse_pack, read_pack
from companion.storage.packs.toml_files import card_text, cards_of, put_card, write_card
from tests.support.effort import examples

DAYBREAK = game("daybreak")
FILE = Path("random.toml")
any_time = examples(25, soak=1_000)

tags = st.sampled_from(get_args(Tag))
tokens = st.sampled_from(get_args(Token))
resiliences = st.sampled_from(get_args(ResilienceKind))
few = st.integers(1, 9)
signed = st.integers(-9, 9).filter(bool)
words = st.text(st.characters(codec="utf-8"), max_size=20)
needs = st.dictionaries(tags, few, max_size=3)
ignored = st.lists(st.sampled_from(sorted(EFFECTS)), max_size=2)


def some(required: dict[str, Any], **optional: Any) -> st.SearchStrategy[Document]:
    return st.fixed_dictionaries(required, optional=optional)


growing = st.lists(few, min_size=1, max_size=4, unique=True).map(sorted)


@st.composite
def steps(draw: st.DrawFn) -> list[Document]:
    asked, granted = draw(growing), draw(growing)
    return [{"tags": tags, "by": by} for tags, by in zip(asked, granted, strict=False)]


@st.composite
def tables(draw: st.DrawFn) -> list[Document]:
    row = some({}, bands=st.integers(0, 3), crises=st.integers(0, 3))
    return [{"total": total, **draw(row)} for total in draw(growing)]


changes = some(
    {"token": tokens},
    by=signed,
    per=tags,
    per_band=st.booleans(),
    solo=signed,
    board=st.sampled_from(("own", "any")),
    optional=st.booleans(),
)
effects = st.one_of(
    changes,
    some({"token": tokens, "per": tags, "steps": steps()}),
    some({"do": st.sampled_from(("give", "take")), "token": tokens}, by=few),
    some({"do": st.just("draw")}, by=few, keep=few, keep_tags=st.lists(tags, max_size=2), per=tags),
    some({"do": st.just("die"), "table": tables()}, per=tags, temporary=st.booleans()),
    some({"do": st.just("discard")}, by=few, tag=tags, per_band=st.booleans(), solo=few),
    some({"do": st.sampled_from(("give_card", "reveal", "discard_project"))}, by=few),
    some({"do": st.just("draw_next")}, by=signed),
    some({"do": st.sampled_from(("pass_communities", "shortage"))}, by=few),
)
actions = some(
    {"known": st.just("part")},
    discard=st.integers(0, 3),
    cost=st.lists(changes, max_size=2),
    needs=needs,
    effects=st.lists(effects, max_size=3),
    one_of=st.lists(effects, min_size=2, max_size=3),
    limit=tags | st.just("round"),
    ignores=ignored,
)
tucks = some({"tag": tags, "ignore_at": few}, ignore_at_solo=few) | some(
    {"tag": tags, "reduce": few}
)
hit: st.SearchStrategy[Document] = st.just({}) | some(
    {
        "target": st.sampled_from(("lowest", "highest")),
        "of": st.one_of(resiliences.map("resilience.{}".format), tags.map("tags.{}".format)),
    }
)
crises = st.builds(
    lambda rest, who: {**who, **rest},
    some(
        {"known": st.just("part")},
        effects=st.lists(effects, max_size=2),
        reduced_by=resiliences,
        tuck=tucks,
        ongoing=st.sampled_from(("no_forecast", "no_giving", "no_tucking", "no_removing_dirty")),
    ),
    hit,
)
projects = some(
    {"needs": st.dictionaries(tags, few, min_size=1, max_size=3), "known": st.just("part")},
    needs_of_many=needs,
    per_player=st.booleans(),
    store=tags | st.just("any"),
    none_left=st.sampled_from(("emissions.industry", "dirty")),
    draw=few,
    doubles=tags,
    ignores=ignored,
    shields=resiliences,
    gives_cards=st.lists(tags, max_size=2),
    action=actions,
    spend_for_die=few,
)


@st.composite
def cards(draw: st.DrawFn) -> Document:
    """One card as a pack says it, of any kind."""
    kind = draw(st.sampled_from(("local", "starting", "global", "crisis", "challenge")))
    number = st.from_regex(r"[0-9]\.[0-9]{3}|\?\.[a-z0-9-]{1,12}", fullmatch=True)
    card: Document = {"number": draw(number), "kind": kind}
    card["name"] = draw(some({"en": words.filter(str.strip)}, es=words, pt=words))
    card |= draw(some({}, solo=st.booleans(), source=words, confidence=words))
    if kind in ("local", "starting"):
        card |= draw(some({}, tags=st.lists(tags, min_size=1, max_size=3), action=actions))
    if kind == "starting":
        card |= draw(some({}, power=st.sampled_from(get_args(PowerId))))
    if kind == "crisis":
        card |= draw(some({}, crisis=crises))
    if kind == "global":
        card |= draw(some({}, project=projects))
    return card


packs = st.lists(cards(), min_size=1, max_size=4, unique_by=lambda card: str(card["number"]))
junk: st.SearchStrategy[Any] = st.recursive(
    st.booleans() | st.integers() | words | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(words, inner, max_size=2),
    max_leaves=4,
)


def text_of(pack: list[Document]) -> str:
    return "\n".join(map(write_card, pack))


@any_time
@given(packs)
def test_any_valid_pack_loads_as_it_was_written(pack: list[Document]) -> None:
    assert [entry.raw for entry in parse_pack(DAYBREAK, text_of(pack), FILE)] == pack


@any_time
@given(cards())
def test_any_card_can_be_told_in_every_language(card: Document) -> None:
    (entry,) = parse_pack(DAYBREAK, write_card(card), FILE)

    for language in LANGUAGES:
        for line in describe(entry.card):
            assert Language(language, "daybreak").say(line)


def places(thing: Any) -> list[tuple[Any, Any]]:
    """Every value inside a card, as a container and a key."""
    keys = list(thing) if isinstance(thing, dict) else list(range(len(thing)))
    inner = [thing[key] for key in keys if isinstance(thing[key], dict | list)]
    return [(thing, key) for key in keys] + [place for each in inner for place in places(each)]


@any_time
@given(packs, st.data())
def test_a_pack_with_a_wrong_value_anywhere_loads_or_is_a_bad_pack(
    pack: list[Document], data: st.DataObject
) -> None:
    pack = json.loads(json.dumps(pack))
    holder, key = data.draw(st.sampled_from(places(pack)))
    holder[key] = data.draw(junk)
    loads_or_is_bad(text_of([each for each in pack if isinstance(each, dict)]))


@any_time
@given(packs, st.data())
def test_a_field_that_no_card_has_is_always_a_bad_pack(
    pack: list[Document], data: st.DataObject
) -> None:
    pack = json.loads(json.dumps(pack))
    tables_ = [holder for holder, _ in places(pack) if isinstance(holder, dict)]
    data.draw(st.sampled_from(tables_))["surprise"] = data.draw(junk)

    assert not loads_or_is_bad(text_of(pack))


@any_time
@given(packs, st.data())
def test_a_pack_with_a_piece_torn_out_loads_or_is_a_bad_pack(
    pack: list[Document], data: st.DataObject
) -> None:
    text = text_of(pack)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 30)))
    loads_or_is_bad(text[:start] + data.draw(words) + text[end:])


@any_time
@given(st.binary(max_size=200))
def test_any_file_loads_or_is_a_bad_pack(tmp_path_factory: Any, content: bytes) -> None:
    file = tmp_path_factory.mktemp("packs") / "random.toml"
    file.write_bytes(content)
    with suppress(BadPack):
        read_pack(DAYBREAK, file)


def loads_or_is_bad(text: str) -> bool:
    """Whether a pack loads; any error but a bad pack breaks the test."""
    with suppress(BadPack):
        parse_pack(DAYBREAK, text, FILE)
        return True
    return False


@any_time
@given(packs, cards(), st.booleans())
def test_a_card_is_replaced_where_it_stands_and_nothing_else_moves(
    pack: list[Document], card: Document, commented: bool
) -> None:
    text = (
        "# ours\n\n" + "\n# by hand\n".join(map(write_card, pack)) if commented else text_of(pack)
    )
    number = pack[0]["number"]

    after = put_card(text, number, write_card(card))

    assert cards_of(after) == [card, *pack[1:]]
    assert after.count("# by hand") == text.count("# by hand")
    assert cards_of(card_text(after, card["number"])) == [card]
