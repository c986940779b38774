"""What Home Assistant is told, against what its documentation of MQTT discovery allows.

See "MQTT Discovery", "MQTT sensor" and "MQTT binary sensor" there; keys that are not listed here
are either not documented, or nothing that a table needs.
"""

import re
from typing import Any

import pytest

from companion.mqtt.payloads import discovery_of
from companion.mqtt.topics import discovery_topic
from tests.support.hall.brokers import Around, eventually

TOPIC = re.compile(r"homeassistant/device/(?:[a-zA-Z0-9_-]+/)?[a-zA-Z0-9_-]+/config")
DEVICE = {
    *("identifiers", "connections", "name", "manufacturer", "model", "model_id", "hw_version"),
    *("sw_version", "serial_number", "suggested_area", "via_device", "configuration_url"),
}
ORIGIN = {"name", "sw_version", "support_url"}
AVAILABILITY = {"topic", "payload_available", "payload_not_available", "value_template"}
SHARED = {
    *("device", "origin", "components", "availability", "availability_mode"),
    *("availability_topic", "availability_template", "payload_available"),
    *("payload_not_available", "state_topic", "command_topic", "qos", "encoding"),
}
ENTITY = {
    *("platform", "unique_id", "name", "state_topic", "value_template", "device_class", "icon"),
    *("enabled_by_default", "entity_category", "expire_after", "force_update", "qos"),
    *("availability", "availability_mode", "json_attributes_topic", "object_id"),
}
PLATFORMS = {
    "sensor": ENTITY | {"unit_of_measurement", "state_class", "suggested_display_precision"},
    "binary_sensor": ENTITY | {"payload_on", "payload_off", "off_delay"},
}
STATE_CLASSES = {"measurement", "total", "total_increasing"}
DEVICE_CLASSES: dict[str, dict[str, set[str]]] = {
    "sensor": {"temperature": {"°C", "°F", "K"}},
    "binary_sensor": {"problem": set()},
}


def complaints(told: dict[str, Any]) -> list[str]:
    """What Home Assistant would not take."""
    found = [f"unknown {key}" for key in told.keys() - SHARED]
    found += [f"missing {key}" for key in {"device", "origin", "components"} - told.keys()]
    found += [f"unknown device.{key}" for key in told["device"].keys() - DEVICE]
    found += [f"unknown origin.{key}" for key in told["origin"].keys() - ORIGIN]
    if not told["origin"].get("name"):
        found.append("origin.name is required")
    if not (told["device"].get("identifiers") or told["device"].get("connections")):
        found.append("a device needs identifiers or connections")
    for each in told["availability"]:
        found += [f"unknown availability.{key}" for key in each.keys() - AVAILABILITY]
        found += [] if each.get("topic") else ["availability.topic is required"]
    for name, entity in told["components"].items():
        found += [f"{name}: {why}" for why in about_entity(entity, told)]
    return found


def about_entity(entity: dict[str, Any], told: dict[str, Any]) -> list[str]:
    platform = entity.get("platform")
    if platform not in PLATFORMS:
        return [f"unknown platform {platform}"]
    found = [f"unknown {key}" for key in entity.keys() - PLATFORMS[platform]]
    found += [] if entity.get("unique_id") else ["unique_id is required"]
    found += [] if entity.get("state_topic") or told.get("state_topic") else ["no state_topic"]
    kind, unit = entity.get("device_class"), entity.get("unit_of_measurement")
    if kind and kind not in DEVICE_CLASSES[platform]:
        found.append(f"unknown device_class {kind}")
    elif kind and DEVICE_CLASSES[platform][kind] and unit not in DEVICE_CLASSES[platform][kind]:
        found.append(f"{kind} in {unit}")
    if entity.get("state_class", "measurement") not in STATE_CLASSES:
        found.append("unknown state_class")
    return found


@pytest.mark.parametrize("unit", ["°C", "points", ""])
@pytest.mark.parametrize("address", ["http://192.0.2.4:8080/", ""])
def test_home_assistant_takes_what_it_is_told(unit: str, address: str) -> None:
    told = discovery_of("table-4", "Table 4", "0.1.0", address, unit)

    assert complaints(told) == []
    assert TOPIC.fullmatch(discovery_topic("table-4"))
    assert told["availability"] == [{"topic": "table-companion/1/table-4/status"}]
    ids = [entity["unique_id"] for entity in told["components"].values()]
    assert len(ids) == len(set(ids))
    assert all(each.startswith("table-companion-table-4-") for each in ids)


def test_the_complaints_would_be_heard() -> None:
    told = discovery_of("table-4", "Table 4", "0.1.0", "", "°C")
    told["components"]["figure"]["unit_of_measurement"] = "points"
    told["device"]["colour"] = "red"
    del told["components"]["level"]["unique_id"]

    assert sorted(complaints(told)) == [
        "figure: temperature in points",
        "level: unique_id is required",
        "unknown device.colour",
    ]


def test_a_table_announces_itself(around: Around) -> None:
    listener = around.listener()
    around.table("Table 4")
    told = eventually(lambda: listener.document(discovery_topic("table-4")))

    assert complaints(told) == []
    assert told["device"]["name"] == "Table 4"
    assert told["components"]["figure"]["device_class"] == "temperature"
