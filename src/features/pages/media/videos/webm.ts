/* Reads WebM files: EBML elements (RFC 8794) with an id and a length, both of which say how long they are. */
import { PARTS_MAX, refuseVideo } from "./refusals.ts";
import type { VideoFacts } from "./video-facts.ts";

const ID = {
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  timeScale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  codec: 0x86,
  picture: 0xe0,
  width: 0xb0,
  height: 0xba,
  cluster: 0x1f43b675,
  clusterTime: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  tags: 0x1254c367,
  attachments: 0x1941a469,
} as const;

interface Element {
  id: number;
  /** Where it begins, and where its content begins and ends. */
  at: number;
  from: number;
  to: number;
}

/** A number that says how long it is by its leading zeros, with or without its marker. */
function readNumber(file: Buffer, at: number, end: number) {
  const first = at < end ? (file[at] ?? 0) : 0;
  const bytes = Math.clz32(first) - 23;
  if (first === 0 || at + bytes > end) return refuseVideo("damaged");
  const marker = 0x80 >> (bytes - 1);
  let value = first - marker;
  for (let n = 1; n < bytes; n++) value = value * 256 + (file[at + n] ?? 0);
  return {
    bytes,
    value,
    marked: value + marker * 256 ** (bytes - 1),
    isUnknown: value >= 2 ** (7 * bytes) - 1,
  };
}

/**
 * Returns the elements between two places. One whose length isn't known, as in recordings, goes on to the end. Those in
 * `entered` are followed by what's in them. Refuses one that goes on behind its end: the file was cut off.
 */
function elementsIn(
  file: Buffer,
  { from, to }: Pick<Element, "from" | "to">,
  entered: readonly number[] = [],
): Element[] {
  const elements: Element[] = [];
  for (let at = from; at < to; ) {
    const id = readNumber(file, at, to);
    const length = readNumber(file, at + id.bytes, to);
    const begin = at + id.bytes + length.bytes;
    const end = length.isUnknown ? to : begin + length.value;
    if (end > to || elements.length >= PARTS_MAX) refuseVideo("damaged");
    elements.push({ id: id.marked, at, from: begin, to: end });
    at = entered.includes(id.marked) ? begin : end;
  }
  return elements;
}

const IN_CLUSTERS = [ID.cluster, ID.blockGroup];
const VIDEO_TRACK = 1;
const PLAYED = ["V_VP8", "V_VP9", "V_AV1"];
const TIME_SCALE_USUAL = 1_000_000;
const NANOSECONDS = 1e9;

export function readWebm(file: Buffer): VideoFacts {
  const [head, segment] = elementsIn(file, { from: 0, to: file.length });
  if (!head || segment?.id !== ID.segment) return refuseVideo("damaged");
  const docType = textIn(file, find(elementsIn(file, head), ID.docType));
  if (docType !== "webm") refuseVideo(docType === "matroska" ? "matroska" : "unknown");
  const parts = elementsIn(file, segment, IN_CLUSTERS);
  const info = find(parts, ID.info);
  const facts = info ? elementsIn(file, info) : [];
  const tracks = parts.filter(({ id }) => id === ID.tracks).flatMap((part) => elementsIn(file, part));
  const entries = tracks.filter(({ id }) => id === ID.track).map((track) => elementsIn(file, track));
  const entry = entries.find((one) => wholeIn(file, find(one, ID.trackType)) === VIDEO_TRACK);
  if (!entry) return refuseVideo(entries.length > 0 ? "soundOnly" : "damaged");
  if (!PLAYED.includes(textIn(file, find(entry, ID.codec)))) refuseVideo("format");
  const last = lastTime(file, parts, wholeIn(file, find(entry, ID.trackNumber)));
  const scale = wholeIn(file, find(facts, ID.timeScale)) || TIME_SCALE_USUAL;
  const length = Math.max(last, fractionIn(file, find(facts, ID.duration)));
  return {
    content_type: "video/webm",
    ...sizeOf(file, find(entry, ID.picture)),
    seconds: (length * scale) / NANOSECONDS,
    private: parts.filter(({ id }) => id === ID.tags || id === ID.attachments).map(emptied),
  };
}

function find(elements: readonly Element[], wanted: number): Element | undefined {
  return elements.find(({ id }) => id === wanted);
}

function sizeOf(file: Buffer, picture: Element | undefined) {
  const parts = picture ? elementsIn(file, picture) : [];
  return { width: wholeIn(file, find(parts, ID.width)), height: wholeIn(file, find(parts, ID.height)) };
}

/** When the track's last frame is shown. */
function lastTime(file: Buffer, parts: readonly Element[], track: number): number {
  let [cluster, last] = [0, -1];
  for (const part of parts) {
    if (part.id === ID.clusterTime) cluster = wholeIn(file, part);
    if (part.id !== ID.simpleBlock && part.id !== ID.block) continue;
    const number = readNumber(file, part.from, part.to);
    const at = part.from + number.bytes;
    if (at + 3 >= part.to) refuseVideo("damaged");
    if (number.value === track) last = Math.max(last, cluster + file.readInt16BE(at));
  }
  return last < 0 ? refuseVideo("damaged") : last;
}

function wholeIn(file: Buffer, element: Element | undefined): number {
  let value = 0;
  if (element) for (let at = element.from; at < element.to; at++) value = value * 256 + (file[at] ?? 0);
  return value;
}

function fractionIn(file: Buffer, element: Element | undefined): number {
  const bytes = element ? element.to - element.from : 0;
  const value =
    bytes === 8 ? file.readDoubleBE(element?.from) : bytes === 4 ? file.readFloatBE(element?.from) : 0;
  return Number.isFinite(value) ? value : 0;
}

function textIn(file: Buffer, element: Element | undefined): string {
  // What's left of its room is zeros.
  const [text = ""] = element ? file.toString("latin1", element.from, element.to).split("\0", 1) : [];
  return text;
}

const VOID = 0xec;
const LONG_BYTES = 9;

/** As an element that players skip, which is as long. */
function emptied({ at, to }: Element): VideoFacts["private"][number] {
  const label = to - at < LONG_BYTES ? Buffer.from([VOID, 0x80 + to - at - 2]) : Buffer.alloc(LONG_BYTES);
  if (label.length === LONG_BYTES) {
    label.writeUInt8(VOID, 0);
    label.writeBigUInt64BE(2n ** 56n + BigInt(to - at - LONG_BYTES), 1);
  }
  return { at, label, from: at + label.length, to };
}
