// The arm that holds a camera over the centre: a foot, an elbow and a head, and two strips of wood
// or aluminium between them, 20 × 5 mm: one upright, one level. All are held by screws of 3 mm, so
// the height is set once, with the doctor's words beside it. Nothing needs supports.
//
// Lengths are millimetres. Those marked "measure" are typical: put a ruler to yours.

/* [What to show] */
part = "assembly";    // assembly, foot, elbow, head

/* [Which camera] */
camera = "pi";        // pi: a camera module on its ribbon; usb: one with a tripod thread of 1/4 inch

/* [Strips] measure */
strip = [20, 5];
strip_play = 0.3;
upright = 260;        // above the foot
level = 260;          // from the upright to the camera

/* [Camera module] measure: versions 2 and 3 */
board = [25, 24];
board_holes = [21, 12.5];
board_screw = 1.8;    // a screw of 2 mm cuts its own thread
lens = 12;            // an opening around it
lens_shift = 0;       // of its middle from that of the four holes
tripod_hole = 6.6;

/* [Walls] */
wall = 4;
socket = 32;          // so deep a strip sits
screw = 2.6;          // a screw of 3 mm cuts its own thread
foot_size = [110, 90];
foot_thickness = 6;

$fn = 48;
hair = 0.01;
hole = [strip[0] + 2 * strip_play, strip[1] + 2 * strip_play];
sleeve = [hole[0] + 2 * wall, hole[1] + 2 * wall];

assert(wall >= 3, "a socket below 3 mm breaks");
assert(camera == "pi" || camera == "usb", "camera is pi or usb");
assert(foot_size[1] >= 80, "a smaller foot would fall over");

module tube(length) {
    // A socket that stands, with two screws through its wider side.
    difference() {
        translate([-sleeve[0] / 2, -sleeve[1] / 2, 0]) cube([sleeve[0], sleeve[1], length]);
        translate([-hole[0] / 2, -hole[1] / 2, -hair]) cube([hole[0], hole[1], length + 2 * hair]);
        for (z = [length / 4, 3 * length / 4])
            translate([0, -sleeve[1] / 2 - hair, z]) rotate([-90, 0, 0])
                cylinder(d = screw, h = sleeve[1] / 2);
    }
}

module foot() {
    linear_extrude(foot_thickness) offset(8) offset(-8) square(foot_size, center = true);
    // Towards the back, so that the weight of the arm is over the plate.
    translate([0, -foot_size[1] / 2 + sleeve[1] / 2 + 8, foot_thickness - hair]) tube(socket);
}

module elbow() {
    // Lies on its side while it is printed: one socket up, one to the front.
    tube(socket);
    translate([0, sleeve[1] / 2 - hair, sleeve[0] / 2])
        difference() {
            translate([-sleeve[0] / 2, 0, -sleeve[0] / 2]) cube([sleeve[0], socket, sleeve[0]]);
            translate([-hole[0] / 2, -hair, -hole[1] / 2]) cube([hole[0], socket + 1, hole[1]]);
            for (y = [socket / 4, 3 * socket / 4])
                translate([0, y, 0]) cylinder(d = screw, h = sleeve[0]);
        }
}

module head() {
    plate = [max(board[0], sleeve[0]) + 2 * wall, board[1] + 2 * wall];
    difference() {
        linear_extrude(wall) offset(3) offset(-3) square(plate, center = true);
        if (camera == "pi") {
            translate([0, lens_shift, -hair]) cylinder(d = lens, h = wall + 1);
            for (x = [-1, 1], y = [-1, 1])
                translate([x * board_holes[0] / 2, y * board_holes[1] / 2, -hair])
                    cylinder(d = board_screw, h = wall + 1);
        } else {
            translate([0, 0, -hair]) cylinder(d = tripod_hole, h = wall + 1);
        }
    }
    // The level strip comes in from the back, flat on the plate.
    translate([0, -plate[1] / 2 - socket + hair, 0]) difference() {
        translate([-sleeve[0] / 2, 0, 0]) cube([sleeve[0], socket, sleeve[1]]);
        translate([-hole[0] / 2, -hair, wall]) cube([hole[0], socket + 1, hole[1]]);
        for (y = [socket / 4, 3 * socket / 4])
            translate([0, y, wall]) cylinder(d = screw, h = sleeve[1]);
    }
}

module assembly() {
    color("#5f6b76") foot();
    back = -foot_size[1] / 2 + sleeve[1] / 2 + 8;
    top = foot_thickness + upright;
    color("#c9a46a") translate([-strip[0] / 2, back - strip[1] / 2, foot_thickness])
        cube([strip[0], strip[1], upright]);
    color("#5f6b76") translate([0, back, top - socket]) elbow();
    arm = top - socket + sleeve[0] / 2;
    color("#c9a46a") translate([-strip[0] / 2, back + sleeve[1] / 2, arm - strip[1] / 2])
        cube([strip[0], level, strip[1]]);
    color("#5f6b76") translate([0, back + sleeve[1] / 2 + level + 10, arm + wall + strip[1] / 2])
        rotate([0, 180, 0]) head();
}

if (part == "foot") foot();
else if (part == "elbow") elbow();
else if (part == "head") head();
else assembly();
