/* Reads DMARC aggregate reports (RFC 7489, Appendix C) piece by piece. Anyone may have written one. */
import { isIP } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Parser } from "htmlparser2";

export type ReportProblem = "UNREADABLE" | "BROKEN" | "UNSAFE" | "NESTED" | "TOO_LARGE";

export class UnreadableReport extends Error {
  readonly problem: ReportProblem;

  constructor(problem: ReportProblem) {
    super(`unreadable DMARC report: ${problem}`);
    this.problem = problem;
  }
}

export interface ReportedSource {
  messages: number;
  aligned: number;
  spf_aligned: number;
  dkim_aligned: number;
  stopped: number;
}

export interface ParsedReport {
  org: string;
  report_id: string;
  domain: string;
  /** In milliseconds. */
  begin: number;
  end: number;
  /** By IP address. */
  sources: Map<string, ReportedSource>;
  /** The selectors that signed for the domain. */
  selectors: string[];
}

const DEPTH_MAX = 20;
const TEXT_CHARS_MAX = 1000;
const SOURCES_MAX = 50_000;
const SELECTORS_MAX = 20;
const COUNT_MAX = 1_000_000_000;
/** Long enough for any host name (RFC 1035 §2.3.4). */
const NAME_CHARS_MAX = 255;

/** The values of one record, by their paths below it. */
type Values = Map<string, string>;

class ReportReader {
  readonly #parser: Parser;
  readonly #path: string[] = [];
  #text = "";
  #isOver = false;
  readonly #head: Values = new Map();
  #record: Values = new Map();
  /** The signature that's being read, and those of the record. */
  #signature: Values = new Map();
  #signatures: Values[] = [];
  readonly #sources: ParsedReport["sources"] = new Map();
  readonly #selectors = new Map<string, string>();

  constructor() {
    this.#parser = new Parser(
      {
        onopentag: (name) => this.#open(name),
        ontext: (text) => this.#add(text),
        onclosetag: (_name, isImplied) => this.#close(isImplied),
        onprocessinginstruction: (name) => {
          if (name.startsWith("!")) throw new UnreadableReport("UNSAFE");
        },
      },
      { xmlMode: true, decodeEntities: true },
    );
  }

  write(text: string): void {
    this.#parser.write(text);
  }

  end(): ParsedReport {
    this.#parser.end();
    if (!this.#isOver) throw new UnreadableReport(this.#path.length > 0 ? "BROKEN" : "UNREADABLE");
    return this.#report();
  }

  #open(tag: string): void {
    const name = tag.slice(tag.indexOf(":") + 1).toLowerCase();
    if (this.#path.length === 0 && (name !== "feedback" || this.#isOver))
      throw new UnreadableReport("UNREADABLE");
    if (this.#path.length >= DEPTH_MAX) throw new UnreadableReport("BROKEN");
    this.#path.push(name);
    this.#text = "";
    const path = this.#path.join("/");
    if (path === "feedback/record") {
      this.#record = new Map();
      this.#signatures = [];
    }
    if (path === "feedback/record/auth_results/dkim") this.#signature = new Map();
  }

  #add(text: string): void {
    if (this.#text.length < TEXT_CHARS_MAX) this.#text += text.slice(0, TEXT_CHARS_MAX);
  }

  #close(isImplied: boolean): void {
    // The parser closes what the file leaves open.
    if (isImplied || this.#path.length === 0) throw new UnreadableReport("BROKEN");
    const path = this.#path.join("/");
    const text = this.#text.trim();
    this.#text = "";
    this.#path.pop();
    if (path === "feedback") this.#isOver = true;
    else if (path === "feedback/record") this.#finishRecord();
    else if (path === "feedback/record/auth_results/dkim") this.#signatures.push(this.#signature);
    else if (path.startsWith("feedback/record/auth_results/dkim/"))
      this.#signature.set(this.#path.length > 0 ? path.slice(path.lastIndexOf("/") + 1) : "", text);
    else if (path.startsWith("feedback/record/"))
      this.#record.set(path.slice("feedback/record/".length), text);
    else if (text !== "") this.#head.set(path.slice("feedback/".length), text);
  }

  #finishRecord(): void {
    const of = (path: string) => this.#record.get(path) ?? "";
    const ip = of("row/source_ip").toLowerCase();
    const count = of("row/count");
    if (isIP(ip) === 0 || !/^\d{1,10}$/.test(count) || Number(count) > COUNT_MAX)
      throw new UnreadableReport("BROKEN");
    const passes = (path: string) => of(path).toLowerCase() === "pass";
    const [spf, dkim] = [passes("row/policy_evaluated/spf"), passes("row/policy_evaluated/dkim")];
    const disposition = of("row/policy_evaluated/disposition").toLowerCase();
    const isStopped = disposition === "quarantine" || disposition === "reject";
    const sum = this.#sources.get(ip) ?? newSource();
    const messages = Number(count);
    sum.messages += messages;
    if (spf || dkim) sum.aligned += messages;
    if (spf) sum.spf_aligned += messages;
    if (dkim) sum.dkim_aligned += messages;
    if (isStopped) sum.stopped += messages;
    this.#sources.set(ip, sum);
    if (this.#sources.size > SOURCES_MAX) throw new UnreadableReport("TOO_LARGE");
    for (const signature of this.#signatures) this.#recordSelector(signature);
  }

  #recordSelector(signature: Values): void {
    const selector = signature.get("selector") ?? "";
    const isUsable = signature.get("result")?.toLowerCase() === "pass" && /^[\w.-]{1,63}$/.test(selector);
    if (isUsable && this.#selectors.size < SELECTORS_MAX)
      this.#selectors.set(selector, hostOf(signature.get("domain")));
  }

  #report(): ParsedReport {
    const of = (path: string) => storable(this.#head.get(path) ?? "");
    const domain = hostOf(of("policy_published/domain"));
    const org = (of("report_metadata/org_name") || of("report_metadata/email")).slice(0, NAME_CHARS_MAX);
    const report_id = of("report_metadata/report_id").slice(0, NAME_CHARS_MAX);
    const [begin, end] = [
      momentOf(of("report_metadata/date_range/begin")),
      momentOf(of("report_metadata/date_range/end")),
    ];
    const isComplete = /^[a-z0-9.-]{1,255}$/.test(domain) && org !== "" && report_id !== "";
    if (!isComplete || begin === undefined || end === undefined || end < begin)
      throw new UnreadableReport("BROKEN");
    const selectors = [...this.#selectors].filter(([, of]) => of === domain).map(([selector]) => selector);
    return { org, report_id, domain, begin, end, sources: this.#sources, selectors };
  }
}

const newSource = (): ReportedSource => ({
  messages: 0,
  aligned: 0,
  spf_aligned: 0,
  dkim_aligned: 0,
  stopped: 0,
});

const hostOf = (text = "") => text.toLowerCase().replace(/\.$/, "");
/** PostgreSQL stores neither NUL nor halves of characters. */
const storable = (text: string) => text.toWellFormed().replaceAll("\0", "");

/** Seconds since 1970, within the years of DMARC. */
function momentOf(text: string): number | undefined {
  const seconds = /^\d{9,10}$/.test(text) ? Number(text) : 0;
  return seconds >= Date.UTC(2010) / 1000 && seconds < Date.UTC(2100) / 1000 ? seconds * 1000 : undefined;
}

/** Reads one report. Throws an `UnreadableReport`, and never half of it. */
export async function parseReport(pieces: AsyncIterable<Uint8Array>): Promise<ParsedReport> {
  const reader = new ReportReader();
  const decoder = new TextDecoder();
  for await (const piece of pieces) {
    reader.write(decoder.decode(piece, { stream: true }));
    // Others get their turn during a long report.
    await nextTurn();
  }
  reader.write(decoder.decode());
  return reader.end();
}
