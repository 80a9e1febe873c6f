import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import sharp from "sharp";
import { linktreePage } from "./page-fixtures.ts";

/** Someone else's web server on this machine. Apps reach it with `OUTBOUND_ALLOW: "127.0.0.1"`. */
export interface PageServer {
  origin: string;
  close(): void;
}

const LINKS = '<h1>Mia</h1><a href="https://a.example">A</a><a href="https://b.example/?utm_source=x">B</a>';
const TOUR = `<title>Tour 2027</title><meta property="og:title" content="Mia  on tour"><meta name="description" content="All dates">
<meta property="og:image" content="/mia.png"><link rel="icon" href="/other.png">${LINKS}`;
const BOMB_BYTES = 60 * 1024 * 1024;

function begin(response: ServerResponse, type = "text/html"): ServerResponse {
  return response.writeHead(200, { "content-type": type });
}

function packed(response: ServerResponse, body: string | Buffer): void {
  response.writeHead(200, { "content-type": "text/html", "content-encoding": "gzip" }).end(gzipSync(body));
}

function sendForever(response: ServerResponse): void {
  response.on("error", () => undefined);
  const more = () => {
    if (response.destroyed) return;
    response.write("<p>".repeat(20_000));
    setImmediate(more);
  };
  begin(response);
  more();
}

/** Serves pages with links, and what can go wrong with them. */
export async function startPageServer(): Promise<PageServer> {
  const red = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#ff0000" } })
    .png()
    .toBuffer();
  let origin = "";
  const answers: Record<string, (response: ServerResponse) => void> = {
    "/links": (response) => begin(response).end(LINKS),
    "/more": (response) => begin(response).end(`${LINKS}<a href="https://c.example">C</a>`),
    "/tour": (response) => begin(response).end(TOUR),
    "/heavy-tour": (response) => begin(response).end(TOUR + "<p>x</p>".repeat(200_000)),
    "/linktree": (response) => begin(response).end(linktreePage().replaceAll("https://cdn.example", origin)),
    "/thumb.png": (response) => begin(response, "image/png").end(red),
    "/other.png": (response) => begin(response, "image/png").end(red),
    "/mia.png": (response) => begin(response, "image/png").end(red),
    "/picture": (response) => begin(response, "image/png").end(red),
    "/missing": (response) => response.writeHead(404).end(),
    "/forbidden": (response) => response.writeHead(403).end(),
    "/busy": (response) => response.writeHead(429).end(),
    "/broken": (response) => response.writeHead(500).end(),
    "/challenge": (response) => begin(response).end("<title>Just a moment...</title>"),
    "/empty": (response) => begin(response).end("<title>Nothing</title>"),
    "/inside": (response) => response.writeHead(302, { location: "http://169.254.169.254/" }).end(),
    "/moved": (response) => response.writeHead(302, { location: "/links" }).end(),
    "/silent": () => undefined,
    "/endless": sendForever,
    "/bomb": (response) => packed(response, Buffer.alloc(BOMB_BYTES)),
    "/packed": (response) => packed(response, LINKS),
  };
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? ""];
    if (answer) answer(response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
