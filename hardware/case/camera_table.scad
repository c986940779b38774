// Made from firmware_config/camera_table.toml by `make hardware`: change the profile instead.

buttons = ["NEXT", "UNDO", "Mode 1", "Mode 2"];
knob = false;
screen = true;
readers = 0;
bar = 0;
buzzer = false;
sleeve = [66, 91];
label = [28, 10];
tag = 25;

include <case.scad>
