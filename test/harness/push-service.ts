import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export interface PushedMessage {
  /** The device that can read it. */
  device: PushedDevice;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

/** A browser's subscription, with the secrets that never leave it. */
export interface PushedDevice {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** What a message says. Throws unless it's encrypted as in RFC 8291 for this device. */
  read(body: Buffer): { id: string; title: string; body: string; path: string; account: string };
}

/** A push service on this machine, for browsers that only exist here. */
export async function startPushService() {
  const devices = new Map<string, PushedDevice>();
  const received: PushedMessage[] = [];
  const service = {
    origin: "",
    received,
    /** What it answers. */
    status: 201,
    subscribe(): PushedDevice {
      const path = `/push/${devices.size + 1}-${randomBytes(8).toString("hex")}`;
      const device = makeDevice(service.origin + path);
      devices.set(path, device);
      return device;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const device = devices.get(request.url ?? "");
    if (device) received.push({ device, headers: request.headers, body: Buffer.concat(chunks) });
    response.writeHead(device ? service.status : 404).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  service.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}

/** What a browser has after it subscribed. */
export function makeDevice(endpoint: string): PushedDevice {
  const own = createECDH("prime256v1");
  own.generateKeys();
  const auth = randomBytes(16);
  const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array | string, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, salt, info, length));
  return {
    subscription: {
      endpoint,
      keys: { p256dh: own.getPublicKey("base64url"), auth: auth.toString("base64url") },
    },
    read(body) {
      const salt = body.subarray(0, 16);
      const idLength = body.readUInt8(20);
      const sender = body.subarray(21, 21 + idLength);
      const record = body.subarray(21 + idLength);
      if (record.length > body.readUInt32BE(16)) throw new Error("The record is too long.");
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), own.getPublicKey(), sender]);
      const secret = derive(own.computeSecret(sender), auth, info, 32);
      const key = derive(secret, salt, "Content-Encoding: aes128gcm\0", 16);
      const nonce = derive(secret, salt, "Content-Encoding: nonce\0", 12);
      const decipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(record.subarray(-16));
      const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
      const end = padded.lastIndexOf(2);
      if (padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error("The padding is wrong.");
      return JSON.parse(padded.subarray(0, end).toString());
    },
  };
}

/** The claims of a message's VAPID token (RFC 8292), and the key it's signed with. Throws if it isn't. */
export function vapidOf(authorization = ""): { claims: Record<string, unknown>; key: string } {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [header = "", claims = "", signature = ""] = token.split(".");
  const decode = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
  const point = Buffer.from(key, "base64url");
  const publicKey = createPublicKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    },
  });
  const signed = Buffer.from(`${header}.${claims}`);
  const isSigned = verify(
    "sha256",
    signed,
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned || decode(header).alg !== "ES256") throw new Error("The token isn't signed.");
  return { claims: decode(claims), key };
}

/** Keys for an instance. */
export function pushKeys(): { VAPID_PUBLIC_KEY: string; VAPID_PRIVATE_KEY: string } {
  const keys = createECDH("prime256v1");
  keys.generateKeys();
  return {
    VAPID_PUBLIC_KEY: keys.getPublicKey("base64url"),
    VAPID_PRIVATE_KEY: keys.getPrivateKey("base64url"),
  };
}
