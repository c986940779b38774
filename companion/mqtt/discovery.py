"""How a table announces itself to Home Assistant: one device, and its figures as entities.

This is its device discovery (one retained message a device, since Home Assistant 2024.11).
"""

from companion.games import Document
from companion.mqtt.topics import HELP, STATE, STATUS, topic

PREFIX = "homeassistant"


def discovery_topic(table: str) -> str:
    return f"{PREFIX}/device/table-companion/{table}/config"


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
