"""The payloads that a table publishes: its state, the last step, and the result of a game.

They hold what anybody may see: a hidden step is redacted, and there is no story of a game that
keeps a secret beyond its end. Home Assistant gets one device, with the figures as entities.
"""

from itertools import chain

from companion.games import ANYBODY, AnyGame, Document
from companion.games.defaults import heading
from companion.games.display import Chance
from companion.i18n.message import Message
from companion.match.match import Match, Revision
from companion.match.session import ActiveMatch
from companion.mqtt.message_codec import encode
from companion.mqtt.topics import HELP, STATE, STATUS, topic


def state_of(active: ActiveMatch, change: Revision, chance: Chance | None = None) -> Document:
    game = change.step.game
    return {
        "game": game.id,
        "number": active.number,
        "revision": change.revision,
        "at": change.at,
        "headline": headline_of(game, change, chance, active.writer.match.history[0].at),
        "document": change.document,
    }


def headline_of(game: AnyGame, change: Revision, chance: Chance | None, began: str) -> Document:
    """What a tile shows, as data."""
    state, head = change.state, game.headline(change.state)
    return {
        "figure": head.figure,
        "unit": encode(head.unit),
        "of": encode(head.of),
        "level": game.tap_handler.level(state),
        "alarm": head.alarm,
        "guide": [encode(line) for line in game.guide(state)],
        "title": encode(game.name),
        "heading": encode(heading(game, state)),
        "round": game.round_of(state),
        "stage": game.stage_of(state),
        "over": change.over,
        "began": began,
        "odds": odds_of(chance),
    }


def odds_of(chance: Chance | None) -> Document | None:
    if chance is None or chance.odds is None:
        return None
    return {"label": encode(chance.label), "odds": float(chance.odds), "text": chance.text}


def news_of(change: Revision) -> Document:
    """The newest step in words: as English sentences, and as messages for other languages."""
    label, told = told_of(change)
    return {
        "revision": change.revision,
        "label": str(label),
        "told": [str(each) for each in told],
        "messages": {"label": encode(label), "told": [encode(each) for each in told]},
    }


def told_of(change: Revision) -> tuple[Message, tuple[Message, ...]]:
    hidden = change.kind == "undo" or change.step.redact(change.state, ANYBODY)
    return change.label, () if hidden else tuple(change.step.told)


def ended_of(active: ActiveMatch, change: Revision, name: str, id: str) -> Document:
    """The result of a game that is over, with the story's document where the game tells one."""
    table, game = active.writer.match, change.step.game
    document = game.view(change.state)
    head = game.headline(change.state)
    return {
        **head_of_result(active, name, id),
        "title": encode(game.name),
        "ended": change.at,
        "seats": list(game.seated(change.state)),
        "players": len(game.seated(change.state)),
        "difficulty": document.get("difficulty"),
        "rounds": game.round_of(change.state),
        "outcome": document["outcome"],
        "words": [encode(line) for line in game.guide(change.state)],
        "figure": head.figure,
        "unit": encode(head.unit),
        "curve": curve_of(table, change),
        "story": story_of(table, change),
    }


def undone_of(active: ActiveMatch, name: str, id: str) -> Document:
    """Takes back the result of a game that is not over, after all."""
    return {
        **head_of_result(active, name, id),
        "ended": "",
        "outcome": None,
        "undone": True,
    }


def head_of_result(active: ActiveMatch, name: str, id: str) -> Document:
    """Of which table and which game it is."""
    match = active.writer.match
    return {
        "name": name,
        "id": id,
        "game": match.game.id,
        "number": active.number,
        "began": match.history[0].at,
    }


def curve_of(match: Match, change: Revision) -> list[tuple[int, float]]:
    """The figure at the end of each round, where it is a number."""
    game, points = match.game, dict[int, float]()
    for state in chain((step.after for step in match.steps), (change.state,)):
        figure = game.headline(state).figure
        if game.round_of(state) and isinstance(figure, int | float):
            points[game.round_of(state)] = figure
    return sorted(points.items())


def story_of(match: Match, change: Revision) -> Document | None:
    recap = match.game.recap
    if recap is None or any(step.redact(change.state, ANYBODY) for step in match.steps):
        return None
    return recap.document(recap.story(match.happened()))


def table_of(
    name: str, id: str, version: str, languages: tuple[str, ...], address: str, at: str
) -> Document:
    return {
        "name": name,
        "version": version,
        "languages": list(languages),
        "address": address,
        "id": id,
        "at": at,
    }


def discovery_of(table: str, name: str, version: str, address: str, unit: str) -> Document:
    """``unit`` is that of the figure of the game on the table."""
    own = f"table-companion-{table}"

    def entity(platform: str, what: str, called: str, template: str, **more: object) -> Document:
        return {
            "platform": platform,
            "unique_id": f"{own}-{what}",
            "name": called,
            "value_template": f"{{{{ {template} }}}}",
            **more,
        }

    measured = {"state_class": "measurement"}
    heat = {"device_class": "temperature"} if unit == "°C" else {}
    figure = {"unit_of_measurement": unit, **measured, **heat} if unit else {}
    return {
        "device": {
            "identifiers": [own],
            "name": name,
            "manufacturer": "Table Companion",
            "sw_version": version,
            **({"configuration_url": address} if address else {}),
        },
        "origin": {"name": "Table Companion", "sw_version": version},
        "availability": [{"topic": topic(table, STATUS)}],
        "state_topic": topic(table, STATE),
        "components": {
            "figure": entity("sensor", "figure", "Figure", "value_json.headline.figure", **figure),
            "level": entity("sensor", "level", "Level", "value_json.headline.level", **measured),
            "round": entity("sensor", "round", "Round", "value_json.headline.round", **measured),
            "game": entity("sensor", "game", "Game", "value_json.headline.title.text"),
            "guide": entity(
                "sensor",
                "guide",
                "What to do now",
                "(value_json.headline.guide | map(attribute='text') | join(' '))[:250]",
            ),
            "alarm": entity(
                "binary_sensor",
                "alarm",
                "Alarm",
                "'ON' if value_json.headline.alarm else 'OFF'",
                device_class="problem",
            ),
            "help": entity(
                "binary_sensor",
                "help",
                "Help wanted",
                "'ON' if value == 'yes' else 'OFF'",
                state_topic=topic(table, HELP),
            ),
        },
    }
