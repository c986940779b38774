// Made from firmware_config/minimal.toml by `make hardware`: change the profile instead.

buttons = ["Die 1", "Die 2"];
knob = false;
screen = true;
readers = 0;
bar = 0;
buzzer = false;
sleeve = [66, 91];
label = [28, 10];
tag = 25;

include <case.scad>
