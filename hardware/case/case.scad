// The case: a base with the Pi and a flat lid with screen, buttons, knob, lights and a slot where
// one card is tapped, its reader right below. A file such as single_reader.scad says which of
// these a board has, and includes this one.
//
// Nothing needs supports: the base is printed on its floor, the lid on its underside.
//
// Lengths are millimetres. Those marked "measure" are typical of parts that are sold under the
// same name in several sizes: put a ruler to yours before you print.

/* [What to show] */
part = "assembly";  // assembly, open, base, lid, reader_base, reader_lid, clash

/* [Which Raspberry Pi] */
pi = "zero";          // zero: a Zero 2 W; full: a 3, 4 or 5

/* [Walls] */
wall = 2;
floor_thickness = 2;
lid_thickness = 3.2;
room = 34;            // between floor and lid: a Pi with plugs on its header, a button's tail
radius = 5;

/* [The card in its sleeve] */
card_play = 1.5;      // on each side, so that a hand finds the slot without aiming
slot_depth = 2;       // what is left of the lid is all that lies between tag and reader
thumb = 12;           // the radius of the bays for two fingers
thumb_reach = 6;      // how far they go beyond the slot

/* [Reader RC522] measure */
reader_board = [40, 60];
reader_antenna = 20;  // from the board's plain end to the middle of the antenna
reader_thickness = 1.6;
reader_play = 0.4;
reader_gap = 1.2;     // to the lid: the cut ends of the soldered pins need it

/* [Screen] measure: 0.96 inch as given; 1.3 inch: glass [35, 23.5], holes [30.4, 28.5], shift 0 */
screen_glass = [27.2, 19.8];
screen_holes = [23.5, 23.8];
screen_shift = 0;     // of the glass from the middle of the holes, towards the back
screen_screw = 2.4;
screen_pins = [14, 28.6, 1.8];  // room below the lid for the soldered ends of its pins, and the ribbon
screen_plug = 12.3;   // from the middle of the holes to the row of pins

/* [Buttons and knob] measure */
button_hole = 16.3;   // panel buttons of 16 mm; 12.3 for those of 12 mm
button_flange = 19;
button_tail = 28;     // below the lid, with what is soldered or plugged on
knob_hole = 7.2;
knob_width = 18;
light_hole = 5.2;

/* [Raspberry Pi] */
pi_holes = pi == "zero" ? [58, 23] : [58, 49];
pi_board = pi == "zero" ? [65, 30] : [85, 56];
pi_plug = pi == "zero" ? 54 : 11;  // from its left edge to the middle of the supply's plug
pi_ends = 3;          // what stands out at its short sides: the memory card, the USB sockets
pi_rise = 5;
pi_back = 9;          // from the back wall: the posts of the lid are in the corners
pi_screw = 2.2;       // a screw of 2.5 mm cuts its own thread

/* [Screws of the lid] */
post = 8;
post_hole = 2.6;      // a screw of 3 mm cuts its own thread
screw_hole = 3.4;

/* [Layout] */
columns = 3;
pitch = [30, 36];
back_room = 66;       // behind the buttons: the screen above, the Pi below
bar_pitch = 9;
cable = [44, 9];      // the opening in the back wall

$fn = 48;
hair = 0.01;

// What follows from it.
sits = concat([for (role = buttons) ["button", role]], knob ? [["knob", ""]] : []);
rows = ceil(len(sits) / columns);
in_row = ceil(len(sits) / max(1, rows));  // four are two and two
slot = [sleeve[0] + 2 * card_play, sleeve[1] + 2 * card_play];
has_slot = readers > 0;
slot_room = has_slot ? slot[0] + 2 * post : 0;
panel_room = max(columns * pitch[0], pi_board[0] + 2 * pi_ends + 2);
inner = [
    slot_room + panel_room,
    max(back_room + rows * pitch[1], has_slot ? slot[1] + 2 * post : 0),
];
outer = [inner[0] + 2 * wall, inner[1] + 2 * wall];
base_height = floor_thickness + room;
slot_centre = [wall + slot_room / 2, outer[1] / 2];
panel_left = wall + slot_room;
panel_centre = panel_left + panel_room / 2;
// In front of the header: its plugs and the screen's, both 14 mm long, would meet in the middle.
screen_centre = [panel_centre, outer[1] - wall - 34];
bar_line = outer[1] - wall - 57;
// The plug of its supply looks to the front, between the buttons: three in a row leave it no gap.
pi_left = panel_centre - pi_board[0] / 2 - (in_row > 2 ? pitch[0] / 2 : 0);
pi_front = outer[1] - wall - pi_back - pi_board[1];

echo(outer = outer, height = base_height + lid_thickness);
assert(thumb_reach <= post, "a finger bay would cut the edge of the lid");
assert(pi_back >= post, "the Pi would meet the posts of the lid");
assert(pi == "zero" || pi == "full", "pi is zero or full");
assert(wall >= 2, "a wall below 2 mm breaks");
assert(lid_thickness - slot_depth >= 0.8, "the floor of the slot is too thin");
assert(button_flange + label[1] + 3 <= pitch[1], "a label would lie under the next button");
assert(label[0] <= pitch[0], "labels would lie on each other");
assert(bar * bar_pitch <= panel_room, "the lights in a row are wider than the panel");

function sit(i) =
    let (row = floor(i / in_row), here = min(in_row, len(sits) - row * in_row))
    [
        panel_centre + (i % in_row - (here - 1) / 2) * pitch[0],
        outer[1] - wall - back_room - row * pitch[1] - button_flange / 2 - 2,
    ];

module slab(size, height, edge = 0) {
    // A plate with round corners, and a bevel around its upper edge.
    hull() {
        for (x = [radius, size[0] - radius], y = [radius, size[1] - radius])
            translate([x, y, 0]) {
                cylinder(r = radius, h = height - edge);
                cylinder(r = radius - edge, h = height);
            }
    }
}

module corners(size, inset) {
    for (x = [inset, size[0] - inset], y = [inset, size[1] - inset])
        translate([x, y, 0]) children();
}

module shell(size, height) {
    difference() {
        slab(size, height);
        translate([wall, wall, floor_thickness])
            hull()
                corners([size[0] - 2 * wall, size[1] - 2 * wall], radius - wall)
                    cylinder(r = radius - wall, h = height);
    }
    // The posts grow out of the walls, so they cannot break off.
    intersection() {
        slab(size, height);
        corners(size, wall + post / 2 - 1)
            difference() {
                cylinder(d = post, h = height);
                translate([0, 0, height - 12]) cylinder(d = post_hole, h = 13);
            }
    }
}

module notch(at, size, y, height) {
    // An opening at the upper edge of a wall: the lid closes it, nothing has to be bridged.
    translate([at - size[0] / 2, y - hair, height - size[1]])
        cube([size[0], wall + 2 * hair, size[1] + 1]);
}

module vents(from, to) {
    for (x = [from : 6 : to])
        translate([x, -hair, floor_thickness + 8])
            cube([2, wall + 2 * hair, 12]);
}

module reader_frame(centre, height) {
    // Four corners that carry the board right under the lid, with the antenna in the middle of the
    // slot. A card's tag is in its middle too, so it does not matter which way round it lies.
    board = [reader_board[0] + 2 * reader_play, reader_board[1] + 2 * reader_play];
    top = height - reader_gap - reader_thickness;
    arm = 9;
    translate([centre[0] - board[0] / 2, centre[1] - reader_antenna - reader_play, 0])
        for (x = [0, 1], y = [0, 1])
            translate([x * board[0], y * board[1], 0]) mirror([x, 0, 0]) mirror([0, y, 0])
                difference() {
                    translate([-wall, -wall, floor_thickness - hair])
                        cube([arm, arm, top + reader_thickness - floor_thickness]);
                    translate([0, 0, top]) cube([arm, arm, reader_thickness + 1]);
                    // Hollow towards the middle: the chip's pins and the plug need the place.
                    translate([3, 3, floor_thickness]) cube([arm, arm, height]);
                }
}

module pi_stand() {
    for (x = [0, pi_holes[0]], y = [0, pi_holes[1]])
        translate([pi_left + 3.5 + x, pi_front + 3.5 + y, floor_thickness - hair])
            difference() {
                cylinder(d1 = 8, d2 = 6, h = pi_rise);
                translate([0, 0, 0.6]) cylinder(d = pi_screw, h = pi_rise);
            }
}

module base() {
    difference() {
        shell(outer, base_height);
        notch(panel_centre, cable, outer[1] - wall, base_height);
        if (readers > 1) notch(slot_centre[0], cable, outer[1] - wall, base_height);
        vents(panel_left + 10, panel_left + panel_room - 14);
        translate([0, outer[1] - wall, 0]) vents(panel_left + 10, panel_centre - cable[0] / 2 - 6);
        if (buzzer) for (i = [0 : 4])
            translate([outer[0] - wall - hair, 24 + 5 * i, floor_thickness + 10])
                cube([wall + 2 * hair, 2, 10]);
    }
    pi_stand();
    if (has_slot) reader_frame(slot_centre, base_height);
}

module card_slot(centre) {
    translate([centre[0] - slot[0] / 2, centre[1] - slot[1] / 2, lid_thickness - slot_depth])
        linear_extrude(slot_depth + 1) offset(2) offset(-2) square(slot);
    // Bays for two fingers, and a slope all around that leads the card in.
    for (side = [-1, 1])
        translate([centre[0] + side * (slot[0] / 2 - thumb + thumb_reach), centre[1],
                   lid_thickness - slot_depth])
            cylinder(r = thumb, h = slot_depth + 1);
    translate([centre[0], centre[1], lid_thickness - 0.8])
        linear_extrude(0.8 + hair, scale = [1 + 1.6 / slot[0], 1 + 1.6 / slot[1]])
            square(slot, center = true);
}

module screen_opening() {
    translate([screen_centre[0], screen_centre[1] + screen_shift, -hair]) {
        linear_extrude(lid_thickness + 1) square(screen_glass, center = true);
        // Only at the sides: above and below are the heads of the screws.
        translate([0, 0, lid_thickness - 1.2])
            linear_extrude(1.2 + 2 * hair, scale = [1 + 2.4 / screen_glass[0], 1])
                square(screen_glass, center = true);
    }
    translate([screen_centre[0] - screen_pins[0] / 2, screen_centre[1] - screen_pins[1] / 2, -hair])
        cube(screen_pins);
    for (x = [-1, 1], y = [-1, 1])
        translate([screen_centre[0] + x * screen_holes[0] / 2,
                   screen_centre[1] + y * screen_holes[1] / 2, -hair])
            cylinder(d = screen_screw, h = lid_thickness + 1);
}

module lid_holes(size) {
    corners(size, wall + post / 2 - 1) translate([0, 0, -hair]) {
        cylinder(d = screw_hole, h = lid_thickness + 1);
        translate([0, 0, lid_thickness - 1.6]) cylinder(d1 = screw_hole, d2 = 6.6, h = 1.62);
    }
}

module lid() {
    difference() {
        slab(outer, lid_thickness, edge = 0.8);
        lid_holes(outer);
        if (has_slot) card_slot(slot_centre);
        if (screen) screen_opening();
        if (bar) for (i = [0 : bar - 1])
            translate([panel_centre + (i - (bar - 1) / 2) * bar_pitch, bar_line, -hair])
                cylinder(d = light_hole, h = lid_thickness + 1);
        for (i = [0 : 1 : len(sits) - 1])
            translate([sit(i)[0], sit(i)[1], -hair]) {
                cylinder(d = sits[i][0] == "knob" ? knob_hole : button_hole, h = lid_thickness + 1);
                // A bed for the printed label.
                if (sits[i][0] == "button")
                    translate([-label[0] / 2, -button_flange / 2 - 2 - label[1], lid_thickness - 0.4])
                        cube([label[0], label[1], 1]);
            }
    }
}

// A reader of its own, for the place in front of a player.
reader_outer = [slot[0] + 2 * (post + wall), slot[1] + 2 * (post + wall)];
reader_centre = [reader_outer[0] / 2, reader_outer[1] / 2];
reader_height = floor_thickness + 24;  // plugs stand on the pins below the board

module reader_base() {
    difference() {
        shell(reader_outer, reader_height);
        notch(reader_centre[0], [16, 7], reader_outer[1] - wall, reader_height);
    }
    reader_frame(reader_centre, reader_height);
}

module reader_lid() {
    difference() {
        slab(reader_outer, lid_thickness, edge = 0.8);
        lid_holes(reader_outer);
        card_slot(reader_centre);
    }
}

// For the pictures only: the parts as they sit in the case, and a card in the slot.

module parts_in_lid() {
    for (i = [0 : 1 : len(sits) - 1])
        translate([sit(i)[0], sit(i)[1], lid_thickness])
            if (sits[i][0] == "knob") {
                color("silver") cylinder(d = 6, h = 10);
                color("#333") translate([0, 0, 2]) cylinder(d1 = knob_width, d2 = knob_width - 3, h = 13);
            } else {
                color("#222") cylinder(d = button_flange, h = 1.6);
                color(hue(sits[i][1])) cylinder(d = button_hole - 4, h = 4);
                color("white")
                    translate([-label[0] / 2, -button_flange / 2 - 2 - label[1], -0.4])
                        cube([label[0], label[1], 0.2]);
                color("#222")
                    translate([0, -button_flange / 2 - 2 - label[1] / 2, -0.3])
                        linear_extrude(0.3)
                            text(sits[i][1], size = min(3.6, 29 / len(sits[i][1])),
                                 halign = "center", valign = "center");
            }
    if (screen) color("#10161f")
        translate([screen_centre[0], screen_centre[1] + screen_shift, 0.4])
            linear_extrude(1) square(screen_glass, center = true);
    if (bar) for (i = [0 : bar - 1])
        color(i < 3 ? "#ff7a1a" : "#8a4b2a")
            translate([panel_centre + (i - (bar - 1) / 2) * bar_pitch, bar_line, lid_thickness])
                sphere(d = light_hole);
}

function hue(role) =
    role == "NEXT" ? "#2e8b3d" : role == "UNDO" ? "#d32f2f" : role == "Mode 1" ? "#1565c0"
    : role == "Mode 2" ? "#d9a400" : "#e8e8e8";

module card_in_slot(centre) {
    color("#f3efe4")
        translate([centre[0] - sleeve[0] / 2, centre[1] - sleeve[1] / 2, lid_thickness - slot_depth])
            linear_extrude(0.7) offset(2.5) offset(-2.5) square(sleeve);
    color("#9aa7b5") translate([centre[0], centre[1], lid_thickness - slot_depth + 0.6])
        linear_extrude(0.2) difference() {
            circle(d = tag);
            circle(d = tag - 1.5);
        }
}

module boards_in_base() {
    color("#2f7d4a")
        translate([pi_left, pi_front, floor_thickness + pi_rise])
            cube([pi_board[0], pi_board[1], 1.6]);
    color("#222")
        translate([pi_left + 7, pi_front + pi_board[1] - 6, floor_thickness + pi_rise + 1.6])
            cube([51, 5, 8.5]);
    if (has_slot) reader_board_at(slot_centre, base_height);
}

module reader_board_at(centre, height) {
    color("#2456a6")
        translate([centre[0] - reader_board[0] / 2, centre[1] - reader_antenna,
                   height - reader_gap - reader_thickness])
            cube([reader_board[0], reader_board[1], reader_thickness]);
}

// What needs its place in the closed case, each as large as the largest that is usual. Nothing of
// what hangs from the lid may be where something of the base is, or the lid does not close.

module hangs_from_lid() {
    translate([0, 0, base_height]) {
        for (i = [0 : 1 : len(sits) - 1])
            translate([sit(i)[0], sit(i)[1], -button_tail])
                cylinder(d = button_hole, h = button_tail);
        // The screen's board, and four plugs on its pins; they may be at either side.
        if (screen) translate([screen_centre[0], screen_centre[1], 0]) {
            translate([-14, -14, -3]) cube([28, 28, 3]);
            for (side = [-1, 1])
                translate([-5.2, side * screen_plug - 1.3, -20]) cube([10.4, 2.6, 20]);
        }
        if (bar) for (i = [0 : bar - 1])
            translate([panel_centre + (i - (bar - 1) / 2) * bar_pitch, bar_line, -9])
                cylinder(d = 5.8, h = 9);
    }
}

module stands_in_base() {
    top = floor_thickness + pi_rise + 1.6;
    // A Pi with its card and sockets, plugs on every pin of the header, and the supply's plug.
    translate([pi_left - pi_ends, pi_front, floor_thickness + pi_rise])
        cube([pi_board[0] + 2 * pi_ends, pi_board[1], 3]);
    if (pi == "full")
        translate([pi_left + 66, pi_front, top]) cube([pi_board[0] - 66 + pi_ends, pi_board[1], 16]);
    translate([pi_left + 7, pi_front + pi_board[1] - 6.1, top]) cube([51, 5.2, 17]);
    translate([pi_left + pi_plug - 6, pi_front - 28, top - 1]) cube([12, 30, 8]);
    if (has_slot) {
        reader_board_at(slot_centre, base_height);
        translate([slot_centre[0] - 10.4, slot_centre[1] - reader_antenna + reader_board[1] - 4,
                   base_height - reader_gap - reader_thickness - 17])
            cube([20.8, 2.6, 17]);
    }
}

module clash() {
    intersection() { hangs_from_lid(); stands_in_base(); }
    intersection() { base(); hangs_from_lid(); }
    // The Pi stands on its posts and the reader on its corners: what is above that must be free.
    intersection() {
        difference() { base(); pi_stand(); if (has_slot) reader_frame(slot_centre, base_height); }
        stands_in_base();
    }
}

module assembly(lift) {
    color("#5f6b76") base();
    boards_in_base();
    translate([0, 0, base_height + lift]) {
        color("#dfe5ea") lid();
        parts_in_lid();
        if (has_slot && !lift) card_in_slot(slot_centre);
    }
    if (readers > 1) translate([-reader_outer[0] - 25, 0, 0]) {
        color("#5f6b76") reader_base();
        reader_board_at(reader_centre, reader_height);
        translate([0, 0, reader_height + lift]) {
            color("#dfe5ea") reader_lid();
            if (!lift) card_in_slot(reader_centre);
        }
    }
}

if (part == "base") base();
else if (part == "lid") lid();
else if (part == "reader_base") reader_base();
else if (part == "reader_lid") reader_lid();
else if (part == "clash") clash();
else if (part == "open") assembly(lift = 85);
else assembly(lift = 0);
