/* Reads MP4 files (ISO 14496-12): boxes with a length and a type of four letters, some of which hold others. */
import { PARTS_MAX, refuseVideo } from "./refusals.ts";
import type { VideoFacts } from "./video-facts.ts";

interface Box {
  type: string;
  /** Where its type is written. */
  typeAt: number;
  /** Where its content begins and ends. */
  from: number;
  to: number;
}

/** The length and the type of a box, and its long length if it has one. */
const HEADER_BYTES = 8;
const LONG_HEADER_BYTES = 16;

/** Returns the boxes between two places. Refuses one that goes on behind its end: the file was cut off. */
function boxesIn(file: Buffer, { from, to }: Pick<Box, "from" | "to">): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at < to; ) {
    if (at + HEADER_BYTES > to) refuseVideo("damaged");
    const length = file.readUInt32BE(at);
    const isLong = length === 1;
    if (isLong && at + LONG_HEADER_BYTES > to) refuseVideo("damaged");
    const header = isLong ? LONG_HEADER_BYTES : HEADER_BYTES;
    const bytes = isLong ? Number(file.readBigUInt64BE(at + HEADER_BYTES)) : length === 0 ? to - at : length;
    if (bytes < header || at + bytes > to || boxes.length >= PARTS_MAX) refuseVideo("damaged");
    boxes.push({
      type: file.toString("latin1", at + 4, at + HEADER_BYTES),
      typeAt: at + 4,
      from: at + header,
      to: at + bytes,
    });
    at += bytes;
  }
  return boxes;
}

class Boxes {
  readonly file: Buffer;
  readonly place: Pick<Box, "from" | "to">;

  constructor(file: Buffer, place: Pick<Box, "from" | "to">) {
    this.file = file;
    this.place = place;
  }

  all(type: string): Boxes[] {
    return boxesIn(this.file, this.place)
      .filter((box) => box.type === type)
      .map((box) => new Boxes(this.file, box));
  }

  at(...path: string[]): Boxes | undefined {
    return path.reduce<Boxes | undefined>((inside, type) => inside?.all(type)[0], this);
  }

  /** The number at `offset`, of 1, 2, 4 or 8 bytes. */
  number(offset: number, bytes: number): number {
    const at = this.place.from + offset;
    if (at + bytes > this.place.to) refuseVideo("damaged");
    return bytes === 8 ? Number(this.file.readBigUInt64BE(at)) : this.file.readUIntBE(at, bytes);
  }

  text(offset: number, bytes: number): string {
    const at = this.place.from + offset;
    return this.file.toString("latin1", at, Math.min(at + bytes, this.place.to));
  }
}

/** Where the sample entry of a track's only kind of samples begins, behind the version and the count. */
const ENTRY_AT = 8;
/** In a visual sample entry. */
const SIZE_AT = 24;
const ENTRY_BYTES = 78;

const PLAYED = new Set(["avc1", "avc3", "vp08", "vp09", "av01"]);
const HEVC = new Set(["hvc1", "hev1", "dvh1", "dvhe"]);
/** Baseline, main, extended, and high. The others have colors that browsers don't decode. */
const H264_PROFILES = new Set([66, 77, 88, 100]);

export function readMp4(file: Buffer): VideoFacts {
  const whole = new Boxes(file, { from: 0, to: file.length });
  const movie = whole.at("moov");
  const fragments = whole.all("moof");
  if (!movie || whole.all("mdat").length === 0) refuseVideo("damaged");
  const tracks = movie.all("trak");
  const track = tracks.find((one) => one.at("mdia", "hdlr")?.text(8, 4) === "vide");
  if (!track) refuseVideo(tracks.length > 0 ? "soundOnly" : "damaged");
  const table = track.at("mdia", "minf", "stbl");
  const size = sizeOf(track, table?.at("stsd"));
  const isMoving = fragments.length > 0 || hasSamples(table);
  if (!isMoving) refuseVideo("damaged");
  const seconds = Math.max(secondsOf(movie.at("mvhd")), lastStart(fragments, track));
  return { content_type: "video/mp4", ...size, seconds, private: privateIn(whole) };
}

function sizeOf(track: Boxes, description: Boxes | undefined) {
  if (!description) return refuseVideo("damaged");
  const { file, place } = description;
  const [box] = boxesIn(file, { from: place.from + ENTRY_AT, to: place.to });
  if (!box) return refuseVideo("damaged");
  if (HEVC.has(box.type)) refuseVideo("hevc");
  if (!PLAYED.has(box.type)) refuseVideo("format");
  const entry = new Boxes(file, box);
  const [width, height] = [entry.number(SIZE_AT, 2), entry.number(SIZE_AT + 2, 2)];
  const config = new Boxes(file, { from: box.from + ENTRY_BYTES, to: box.to }).at("avcC");
  if (config && !H264_PROFILES.has(config.number(1, 1))) refuseVideo("format");
  return isTurned(track.at("tkhd")) ? { width: height, height: width } : { width, height };
}

/** Phones film upright with the sensor on its side: the first number of the matrix is zero then. */
function isTurned(header: Boxes | undefined): boolean {
  return header?.number(header.number(0, 1) === 1 ? 52 : 40, 4) === 0;
}

/** True if the track has samples, all of which begin within the file. */
function hasSamples(table: Boxes | undefined): boolean {
  const count = table?.at("stsz")?.number(8, 4) ?? table?.at("stz2")?.number(8, 4) ?? 0;
  const [chunks, bytes] = table?.at("stco") ? [table.at("stco"), 4] : [table?.at("co64"), 8];
  if (!table || !chunks || count === 0) return false;
  const places = Array.from({ length: Math.min(chunks.number(4, 4), table.file.length / bytes) }, (_, n) =>
    chunks.number(8 + n * bytes, bytes),
  );
  return places.length > 0 && places.every((at) => at < table.file.length);
}

/** The length of a movie or a track by its header. */
function secondsOf(header: Boxes | undefined): number {
  if (!header) return refuseVideo("damaged");
  const isLong = header.number(0, 1) === 1;
  const [scaleAt, bytes] = isLong ? [20, 8] : [12, 4];
  const length = header.number(scaleAt + 4, bytes);
  return lengthIn(header.number(scaleAt, 4), length === 2 ** (8 * bytes) - 1 ? 0 : length);
}

/** When the last fragment begins. Files in fragments needn't say how long they are. */
function lastStart(fragments: readonly Boxes[], track: Boxes): number {
  const [times, header] = [track.at("mdia", "mdhd"), track.at("tkhd")];
  if (!times || !header) return refuseVideo("damaged");
  const scale = times.number(times.number(0, 1) === 1 ? 20 : 12, 4);
  const id = header.number(header.number(0, 1) === 1 ? 20 : 12, 4);
  return fragments.reduce((last, fragment) => {
    const part = fragment.all("traf").find((one) => one.at("tfhd")?.number(4, 4) === id);
    const time = part?.at("tfdt");
    return time ? Math.max(last, lengthIn(scale, time.number(4, time.number(0, 1) === 1 ? 8 : 4))) : last;
  }, 0);
}

function lengthIn(scale: number, length: number): number {
  return scale === 0 ? refuseVideo("damaged") : length / scale;
}

const TELLING = ["udta", "meta", "uuid"];
/** The type of a box that players skip. */
const FREE = Buffer.from("free");

/** Where it's written where and with what it was filmed. */
function privateIn(whole: Boxes): VideoFacts["private"] {
  const holders = [whole, ...whole.all("moov"), ...(whole.at("moov")?.all("trak") ?? [])];
  return holders.flatMap(({ file, place }) =>
    boxesIn(file, place)
      .filter(({ type }) => TELLING.includes(type))
      .map(({ typeAt, from, to }) => ({ at: typeAt, label: FREE, from, to })),
  );
}
