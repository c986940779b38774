// Made from firmware_config/full_table.toml by `make hardware`: change the profile instead.

buttons = ["next", "undo", "mode:1", "mode:2", "1", "2", "info"];
knob = true;
screen = true;
readers = 5;
bar = 8;
buzzer = true;
sleeve = [66, 91];
label = [28, 10];
tag = 25;

include <case.scad>
