import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";

/** Someone else's web server on this machine. Apps reach it with `OUTBOUND_ALLOW: "127.0.0.1"`. */
export interface PictureServer {
  urlOf(path: string): string;
  /** The requested paths. */
  asked: string[];
  close(): void;
}

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>`;

/** Serves `/red.png`, along with things that must not pass for a picture. */
export async function startPictures(): Promise<PictureServer> {
  const red = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#ff0000" } })
    .withExif({ IFD0: { Make: "Camera" } })
    .png()
    .toBuffer();
  const bodies: Record<string, Buffer | string> = {
    "/red.png": red,
    "/page.png": "<!doctype html><title>Not a picture</title>",
    "/drawing.svg": SVG,
    "/heavy.png": Buffer.concat([red, Buffer.alloc(25 * 1024 * 1024)]),
  };
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://here");
    asked.push(pathname);
    const to = searchParams.get("to");
    const body = bodies[pathname];
    if (to !== null) response.writeHead(302, { location: to }).end();
    else if (body === undefined) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": "image/png" }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    urlOf: (path) => `http://127.0.0.1:${port}${path}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A picture as uploaded by a form, for a purpose where there are several. */
export async function pictureForm(
  purpose?: "avatar" | "icon" | "background" | "picture",
  background = "#0a0",
): Promise<FormData> {
  const plain = sharp({ create: { width: 60, height: 90, channels: 3, background } });
  const form = new FormData();
  form.set("file", new File([new Uint8Array(await plain.png().toBuffer())], "p.png", { type: "image/png" }));
  if (purpose) form.set("purpose", purpose);
  return form;
}
