import { get } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { fillProfiles } from "./data.ts";
import type { BenchEnvironment } from "./environment.ts";
import { runLoad } from "./load-driver.ts";
import { PICK_SLOT } from "./load-plan.ts";
import { alternate, type Measured, result } from "./measurement.ts";
import { requestHead, visitor } from "./visitors.ts";

const CONNECTIONS = 32;
/** What else a machine does in a second sways this figure more than any other, so there are many of them. */
const PAGE_ROUNDS = 21;
const LINKS = 12;
const PROFILES = 10_000;
const PAGE_BYTES_MAX = 15.5 * 1024;
const SCRIPT_BYTES_MAX = 12 * 1024;
const OWN_HEADERS = new Set(["date", "connection", "keep-alive"]);

function pageRequest(path: string, n: number): string {
  return `${requestHead(`GET ${path}`, visitor(n))}Accept: text/html\r\nAccept-Encoding: gzip, deflate, br\r\n\r\n`;
}

/** A node with creators in its database. */
async function creators(stage: BenchEnvironment, profiles: number, env: Record<string, string> = {}) {
  const databaseUrl = await stage.database();
  const node = await stage.product(databaseUrl, env);
  await fillProfiles(await stage.connect(databaseUrl), { profiles, links: LINKS });
  return { node, databaseUrl };
}

/** The answer as a browser over HTTPS gets it, still compressed. */
async function fetchRaw(url: string): Promise<{ headers: string[]; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { "accept-encoding": "gzip, deflate, br" } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const pairs = response.rawHeaders.flatMap((name, index, all) =>
          index % 2 === 0 && !OWN_HEADERS.has(name.toLowerCase()) ? [name, all[index + 1] ?? ""] : [],
        );
        if (response.statusCode === 200) resolve({ headers: pairs, body: Buffer.concat(chunks) });
        else reject(new Error(`${url} answered ${response.statusCode}.`));
      });
    }).on("error", reject);
  });
}

/** A page with several visitors is sent in its smallest encoding after a moment. */
async function fetchPopular(url: string): Promise<{ headers: string[]; body: Buffer }> {
  for (;;) {
    const page = await fetchRaw(url);
    if (page.headers.includes("br")) return page;
    await wait(100);
  }
}

/** A cached page, relative to a bare server that sends the same bytes. */
export async function measurePage(stage: BenchEnvironment): Promise<Measured> {
  const { node } = await creators(stage, 1);
  const { headers, body } = await fetchPopular(`${node.url}/page00001`);
  const bare = await stage.reference({
    what: "bytes",
    status: 200,
    headers,
    base64: body.toString("base64"),
  });
  const requests = Array.from({ length: CONNECTIONS }, (_, n) => pageRequest("/page00001", n));
  const measure = (port: number) => () => runLoad({ port, connections: CONNECTIONS, requests, seconds: 1 });
  const measured = result("pages/s", await alternate(measure(node.port), measure(bare), PAGE_ROUNDS));
  return {
    ...measured,
    note: `${CONNECTIONS} connections; over bare node:http with the same ${body.length} bytes`,
    promises: [{ text: "ratio ≥ 0.80", isKept: measured.ratio >= 0.8 }],
  };
}

/**
 * A different page on every request, so nothing is cached, relative to a bare server that finds the same row
 * but doesn't render it.
 */
export async function measurePageMiss(stage: BenchEnvironment): Promise<Measured> {
  const { node, databaseUrl } = await creators(stage, PROFILES, { PAGE_CACHE_MB: "0" });
  const bare = await stage.reference({ what: "row", databaseUrl });
  // Picks must all be the same length, so a meaningless query pads the path.
  const picks = Array.from({ length: PROFILES }, (_, n) =>
    `page${String(1 + ((n * 7919) % PROFILES)).padStart(5, "0")}`.padEnd(PICK_SLOT.length, "?"),
  );
  const requests = Array.from({ length: CONNECTIONS }, (_, n) => pageRequest(`/${PICK_SLOT}`, n));
  const measure = (port: number) => () => runLoad({ port, connections: CONNECTIONS, requests, picks });
  const measured = result("pages/s", await alternate(measure(node.port), measure(bare)));
  return {
    ...measured,
    note: `${PROFILES} profiles, cache off, ${CONNECTIONS} connections; over finding the row without rendering it`,
    promises: [{ text: "≥ 1,000/s", isKept: measured.value >= 1000, isRate: true }],
  };
}

/**
 * What a visitor's browser loads for a page without pictures: the document, with its styles inline, and its
 * script.
 */
export async function measurePageWeight(stage: BenchEnvironment): Promise<Measured> {
  const { node } = await creators(stage, 1);
  const page = await fetchPopular(`${node.url}/page00001`);
  const plain = await (await fetch(`${node.url}/page00001`)).text();
  const files = [...plain.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(
    (found) => found[1] ?? "",
  );
  const scripts = await Promise.all(files.map(async (path) => (await fetchRaw(node.url + path)).body.length));
  const inline = [...plain.matchAll(/<script\b(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    (found) => found[1] ?? "",
  );
  const script = scripts.reduce((sum, bytes) => sum + bytes, 0);
  const measured = result("bytes", { value: page.body.length + script, reference: PAGE_BYTES_MAX });
  const scriptBytes = script + gzipSync(inline.join("")).length;
  return {
    ...measured,
    note: `${LINKS} links, compressed as for browsers: document with styles ${page.body.length}, ${files.length} script ${script}; over the limit`,
    promises: [
      { text: "page ≤ 15.5 KB", isKept: measured.value <= PAGE_BYTES_MAX },
      { text: "script ≤ 12 KB", isKept: scriptBytes <= SCRIPT_BYTES_MAX },
    ],
  };
}
