// The story of a game as a PNG, which chats take: what the page shows, drawn once more on a canvas, so
// that letters and colours are the page's own, by day and by night. Where the browser can share a file
// (only behind https), it does; elsewhere the picture is downloaded.

const button = document.getElementById("share");
const told = document.querySelector(".told");
const DOTS = 1200; // across
const [MARGIN, GAP, PANEL] = [30, 36, 340]; // units: two drawings stand in a row
const WIDE = 2 * (MARGIN + PANEL) + GAP;
const [SMALL, LARGE, NAMED, LEADING] = [12.5, 25, 16, 1.25];
const SUN = 170; // what words leave free for it

const brush = document.createElement("canvas").getContext("2d");
const style = (element) => getComputedStyle(element);
const tone = (name) => style(document.documentElement).getPropertyValue(name).trim();
const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);

if (button) {
  button.hidden = false;
  button.addEventListener("click", share);
}

async function share() {
  await document.fonts.ready;
  draw();
  const made = await new Promise((done) => brush.canvas.toBlob(done, "image/png"));
  const file = new File([made], button.dataset.name, { type: "image/png" });
  if (!navigator.canShare?.({ files: [file] })) return download(file);
  await navigator.share({ files: [file] }).catch((refused) => {
    if (refused.name !== "AbortError") download(file); // who changed their mind wants none
  });
}

function download(file) {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

function draw() {
  const [title, whose, lead] = ["h1", ".whose", ".lead"].map((each) => told.querySelector(each));
  const heading = [
    lettered(whose, SMALL, whose.textContent),
    lettered(title, LARGE, lead.textContent, 9),
    ...(title.matches(".named") ? [lettered(lead, NAMED, title.textContent, 8)] : []),
  ];
  const top = MARGIN + sum(heading.map(({ height }) => height)) + MARGIN * 0.8;
  const panels = [...told.querySelectorAll(".panels svg")];
  const rows = panels.flatMap((_, at) => (at % 2 ? [] : [panels.slice(at, at + 2)]));
  const tall = ({ viewBox }) => (viewBox.baseVal.height * PANEL) / viewBox.baseVal.width;
  const heights = rows.map((row) => Math.max(...row.map(tall)) + GAP);
  const foot = top + MARGIN * 0.8 + sum(heights) - GAP / 3;

  brush.canvas.width = DOTS;
  brush.canvas.height = Math.round(((foot + MARGIN) * DOTS) / WIDE);
  brush.scale(DOTS / WIDE, DOTS / WIDE);
  brush.fillStyle = style(told).backgroundColor;
  brush.fillRect(0, 0, WIDE, foot + MARGIN);
  stage(top);
  let y = MARGIN;
  for (const each of heading) y = each.write(y, tone("--light"));
  y = top + MARGIN * 0.8;
  rows.forEach((row, at) => {
    row.forEach((panel, column) => copied(panel, MARGIN + column * (PANEL + GAP), y));
    y += heights[at];
  });
  lettered(whose, SMALL, "Table Companion").write(foot - SMALL, style(whose).color);
}

// The sky of the game's look, as behind what is to do now on the table's page.
function stage(height) {
  const drawn = tone("--stage").match(/linear-gradient\(([^)]*)/)?.[1].match(/#\w+/g);
  const hours = drawn ?? [tone("--dark"), tone("--mid")];
  const sky = brush.createLinearGradient(0, 0, WIDE, height);
  hours.forEach((hour, at) => sky.addColorStop(at / Math.max(1, hours.length - 1), hour));
  brush.fillStyle = sky;
  brush.fillRect(0, 0, WIDE, height);
  brush.save();
  brush.beginPath();
  brush.rect(0, 0, WIDE, height);
  brush.clip();
  brush.fillStyle = tone("--glow");
  for (const [radius, alpha] of [[150, 0.1], [96, 0.16], [54, 1]]) {
    brush.globalAlpha = alpha;
    brush.beginPath();
    brush.arc(WIDE - 110, height, radius, 0, 2 * Math.PI);
    brush.fill();
  }
  brush.restore();
}

// Words in the typeface of an element of the page, in as many lines as they take.
function lettered(element, size, words, above = 0) {
  const { fontFamily, fontWeight } = style(element);
  const font = `${fontWeight} ${size}px ${fontFamily}`;
  brush.font = font;
  const lines = [""];
  for (const word of words.trim().split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (brush.measureText(longer).width <= WIDE - MARGIN - SUN) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  const line = size * LEADING;
  const write = (y, colour) => {
    Object.assign(brush, { font, fillStyle: colour, textAlign: "left" });
    lines.forEach((said, at) => brush.fillText(said, MARGIN, y + above + at * line + size * 0.9));
    return y + above + lines.length * line;
  };
  return { height: above + lines.length * line, write };
}

function copied(panel, x, y) {
  const scale = PANEL / panel.viewBox.baseVal.width;
  const upright = panel.getScreenCTM().inverse();
  for (const element of panel.querySelectorAll("text, rect, circle, ellipse, line, polyline, polygon, path")) {
    const { a, b, c, d, e, f } = upright.multiply(element.getScreenCTM());
    brush.save();
    brush.translate(x, y);
    brush.scale(scale, scale);
    brush.transform(a, b, c, d, e, f);
    painted(element, style(element));
    brush.restore();
  }
}

function painted(element, look) {
  const words = element.localName === "text";
  const [at, shape] = words ? [spot(element), null] : [null, outline(element)];
  const fill = () => (words ? brush.fillText(element.textContent, ...at) : brush.fill(shape));
  const stroke = () => (words ? brush.strokeText(element.textContent, ...at) : brush.stroke(shape));
  brush.globalAlpha = look.opacity;
  brush.lineWidth = parseFloat(look.strokeWidth);
  brush.lineJoin = look.strokeLinejoin;
  brush.lineCap = look.strokeLinecap;
  brush.setLineDash(look.strokeDasharray === "none" ? [] : look.strokeDasharray.split(",").map(parseFloat));
  brush.font = `${look.fontWeight} ${look.fontSize} ${look.fontFamily}`;
  brush.textAlign = { middle: "center", end: "right" }[look.textAnchor] ?? "left";
  const paints = [["fill", fill], ["stroke", stroke]];
  if (look.paintOrder.startsWith("stroke")) paints.reverse();
  for (const [kind, paint] of paints) {
    if (look[kind] === "none") continue;
    brush[`${kind}Style`] = look[kind];
    paint();
  }
}

const spot = (element) => ["x", "y"].map((each) => Number(element.getAttribute(each)));

function outline(element) {
  const of = (...names) => names.map((each) => Number(element.getAttribute(each)));
  const shape = new Path2D(element.getAttribute("d") ?? undefined);
  const [x, y] = of("cx", "cy");
  switch (element.localName) {
    case "rect":
      shape.rect(...of("x", "y", "width", "height"));
      break;
    case "circle":
      shape.arc(x, y, ...of("r"), 0, 2 * Math.PI);
      break;
    case "ellipse":
      shape.ellipse(x, y, ...of("rx", "ry"), 0, 0, 2 * Math.PI);
      break;
    case "line":
      shape.moveTo(...of("x1", "y1"));
      shape.lineTo(...of("x2", "y2"));
      break;
    case "polyline":
    case "polygon":
      for (const { x, y } of element.points) shape.lineTo(x, y);
      if (element.localName === "polygon") shape.closePath();
  }
  return shape;
}
