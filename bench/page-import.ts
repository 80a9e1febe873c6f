import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { expectOk, signUp } from "#test/nodes/creator.ts";
import type { BenchEnvironment } from "./environment.ts";
import { type Measured, median, result } from "./measurement.ts";

const LINKS = 100;
const LATENCY_MS = 100;
const IMPORTS = 5;
const SECONDS_MAX = 10;
const LOOK_MS = 25;
const SECOND_MS = 1000;

/** A page with a hundred links, each with a picture, on a server that takes its time for every answer. */
async function startSlowPage() {
  const picture = await sharp({ create: { width: 400, height: 400, channels: 3, background: "#7c3aed" } })
    .jpeg()
    .toBuffer();
  const link = (n: number) => `<a href="https://links.example/${n}"><img src="/${n}.jpg">Link ${n}</a>`;
  const page = `<h1>Mia</h1>${Array.from({ length: LINKS }, (_, n) => link(n)).join("")}`;
  const server = createServer(async (request, response) => {
    await wait(LATENCY_MS);
    if (request.url?.endsWith(".jpg")) response.writeHead(200, { "content-type": "image/jpeg" }).end(picture);
    else response.writeHead(200, { "content-type": "text/html" }).end(page);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

/** From the address to the last picture of a page of a hundred links, over the time that its answers alone take. */
export async function measurePageImport(stage: BenchEnvironment): Promise<Measured> {
  const node = await stage.product(undefined, { PLANS: "off", OUTBOUND_ALLOW: "127.0.0.1" });
  const { server, url } = await startSlowPage();
  const times: number[] = [];
  try {
    while (times.length < IMPORTS) {
      const owner = await signUp(node.url);
      const start = performance.now();
      const { id } = await expectOk(owner.api("POST", "/page-imports", { url }));
      const applied = await expectOk(
        owner.api("POST", `/page-imports/${id}/apply`, { is_mine: true, profile_id: null }),
      );
      if (applied.added !== LINKS) throw new Error(`${applied.added} links were imported.`);
      const failed = async () =>
        (await expectOk(owner.api("GET", `/page-imports/${id}`))).pictures_failed as number | null;
      while ((await failed()) === null) await wait(LOOK_MS);
      times.push((performance.now() - start) / SECOND_MS);
      if ((await failed()) !== 0) throw new Error(`${await failed()} pictures failed.`);
    }
  } finally {
    server.closeAllConnections();
    server.close();
  }
  const slowest = Math.max(...times);
  return {
    ...result("s", { value: median(times), reference: ((LINKS + 1) * LATENCY_MS) / SECOND_MS }),
    note: `${LINKS} links with a picture each, ${LATENCY_MS} ms for each answer, embedded database, ${IMPORTS} imports; over asking one after another; the slowest took ${slowest.toFixed(2)} s`,
    promises: [{ text: `≤ ${SECONDS_MAX} s`, isKept: slowest <= SECONDS_MAX, isRate: true }],
  };
}
