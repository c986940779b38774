// Made from firmware_config/full_table.toml by `make hardware`: change the profile instead.

buttons = ["NEXT", "UNDO", "Mode 1", "Mode 2", "Die 1", "Die 2", "INFO"];
knob = true;
screen = true;
readers = 5;
bar = 8;
buzzer = true;
sleeve = [66, 91];
label = [28, 10];
tag = 25;

include <case.scad>
