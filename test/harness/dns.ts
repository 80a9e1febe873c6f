import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createTCPServer, createUDPServer, Packet } from "dns2";

const TYPES = ["A", "AAAA", "CNAME", "TXT", "NS", "MX", "PTR"] as const;
type Type = (typeof TYPES)[number];
type Records = Partial<Record<Type, string[]>>;

const FIELDS = {
  A: "address",
  AAAA: "address",
  CNAME: "domain",
  NS: "ns",
  TXT: "data",
  MX: "exchange",
  PTR: "domain",
} as const;
const TTL_S = 60;
/** Above this, dns2 takes seconds to pack a message. */
const PACKED_FROM = 100;
/** As many as a DNS message over TCP can hold. */
const PACKED_MAX = 4_000;
const RECORD_BYTES = 16;
const COUNT_AT = 6;

/** A real DNS server on loopback, over UDP and TCP, that knows the names it's given. */
export interface TestDns {
  /** For `DNS_SERVERS`. */
  address: string;
  names: Map<string, Records>;
  /** Names that it fails on. */
  broken: Set<string>;
  /** A domain with this server as its name server. */
  addZone(zone: string, records?: Records): void;
  close(): void;
}

export async function startDns(): Promise<TestDns> {
  const names = new Map<string, Records>();
  const broken = new Set<string>();
  type Send = (response: Packet) => unknown;
  const tcp = createTCPServer((request: Packet, send: Send) =>
    send(answer(request, { names, broken }) as Packet),
  );
  tcp.listen(0, "127.0.0.1");
  await once(tcp, "listening");
  const { port } = tcp.address() as AddressInfo;
  const udp = createUDPServer((request: Packet, send: Send) => {
    const response = answer(request, { names, broken });
    send(response instanceof Packet ? response : overTcp(request));
  });
  await udp.listen(port, "127.0.0.1");
  return {
    address: `127.0.0.1:${port}`,
    names,
    broken,
    addZone(zone, records = {}) {
      names.set(`ns1.${zone}`, { A: ["127.0.0.1"] });
      names.set(zone, { NS: [`ns1.${zone}`], ...records });
    },
    close() {
      udp.close();
      tcp.close();
    },
  };
}

function answer(request: Packet, { names, broken }: Pick<TestDns, "names" | "broken">): Packet | Buffer {
  const response = Packet.createResponseFromRequest(request);
  const [question] = request.questions;
  const name = question?.name.toLowerCase() ?? "";
  const records = names.get(name);
  response.header.aa = 1;
  if (broken.has(name)) response.header.rcode = Packet.RCODE.SERVFAIL;
  else if (!records) response.header.rcode = Packet.RCODE.NXDOMAIN;
  else {
    const asked = TYPES.find((type) => Packet.TYPE[type] === question?.type) ?? "A";
    const given = records.CNAME ? "CNAME" : asked;
    const values = records[given] ?? [];
    if (given === "A" && values.length > PACKED_FROM) return packed(response, values);
    const fixed = { name, type: Packet.TYPE[given], class: Packet.CLASS.IN, ttl: TTL_S, priority: 10 };
    for (const value of values) response.answers.push({ ...fixed, [FIELDS[given]]: value } as never);
  }
  return response;
}

/** Tells the client to ask again over TCP, because the response is too long. */
function overTcp(request: Packet): Packet {
  const response = Packet.createResponseFromRequest(request);
  response.header.tc = 1;
  return response;
}

/** A response with very many addresses. */
function packed(response: Packet, addresses: string[]): Buffer {
  response.additionals = [];
  const head = response.toBuffer();
  const records = addresses.slice(0, PACKED_MAX).map((address) => {
    // The name at byte 12, A, IN, a minute, four bytes.
    const record = Buffer.from("c00c000100010000003c0004", "hex");
    return Buffer.concat([record, Buffer.from(address.split(".").map(Number))], RECORD_BYTES);
  });
  head.writeUInt16BE(addresses.length, COUNT_AT);
  return Buffer.concat([head, ...records]);
}
