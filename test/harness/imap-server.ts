import { type AddressInfo, createServer, type Socket } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";
import { onTestFinished } from "vitest";

interface Manners {
  login: { user: string; pass: string };
  /** Takes this token, and no password. */
  token?: () => string;
  /** `tls` from the first byte, or offers `starttls`. */
  encryption?: "tls" | "starttls";
  certificate?: { key: string; cert: string };
  /** The name of a folder that the server says is for spam. */
  junk?: string;
  /** Called for every command; true hangs up instead of answering. */
  hangsUp?: (command: string) => boolean;
}

/** An inbox whose e-mails tests put in. */
export interface ImapServer {
  port: number;
  uidValidity: number;
  messages: { uid: number; raw: string }[];
  /** What's in the folder for spam. */
  spam: { uid: number; raw: string }[];
  /** Every command it got, without passwords. */
  commands: string[];
  /** Bytes of e-mails that it has sent. */
  bytesSent: number;
  deliver(raw: string): number;
  stop(): void;
}

/** A small IMAP server (RFC 3501) on this machine, until the test is over: one inbox, which can only be read. */
export async function startImapServer(manners: Manners): Promise<ImapServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    new Session(socket, imap, manners).greet();
  });
  const stop = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  const imap: ImapServer = {
    port: 0,
    uidValidity: 7,
    messages: [],
    spam: [],
    commands: [],
    bytesSent: 0,
    stop,
    deliver(raw) {
      const uid = (imap.messages.at(-1)?.uid ?? 0) + 1;
      imap.messages.push({ uid, raw: raw.replace(/\r?\n/g, "\r\n") });
      return uid;
    },
  };
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(stop);
  imap.port = (server.address() as AddressInfo).port;
  return imap;
}

class Session {
  #socket: Socket;
  #imap: ImapServer;
  #manners: Manners;
  #text = "";
  #isSecure: boolean;
  /** True while the folder for spam is open. */
  #isJunk = false;

  constructor(socket: Socket, imap: ImapServer, manners: Manners) {
    this.#imap = imap;
    this.#manners = manners;
    this.#isSecure = manners.encryption === "tls";
    this.#socket = this.#isSecure ? this.#secured(socket) : socket;
    this.#listen();
  }

  greet() {
    this.#say(`* OK [${this.#abilities()}] ready`);
  }

  #abilities() {
    const token = this.#manners.token ? " AUTH=XOAUTH2 SASL-IR" : "";
    return `CAPABILITY IMAP4rev1${token}${this.#manners.encryption === "starttls" && !this.#isSecure ? " STARTTLS" : ""}`;
  }

  #secured(socket: Socket): TLSSocket {
    const secureContext = createSecureContext(this.#manners.certificate);
    return new TLSSocket(socket, { isServer: true, secureContext });
  }

  #listen() {
    this.#socket.on("error", () => undefined);
    this.#socket.on("data", (chunk: Buffer) => {
      this.#text += chunk.toString("latin1");
      for (let end = this.#text.indexOf("\r\n"); end >= 0; end = this.#text.indexOf("\r\n")) {
        const line = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 2);
        this.#answer(line);
      }
    });
  }

  #say(...lines: string[]) {
    if (!this.#socket.destroyed) this.#socket.write(`${lines.join("\r\n")}\r\n`, "latin1");
  }

  #answer(line: string) {
    const [, tag = "*", command = ""] = /^(\S+) (.*)$/.exec(line) ?? [];
    const [login] = /^(?:LOGIN|AUTHENTICATE)/i.exec(command) ?? [];
    this.#imap.commands.push(login ?? command);
    if (this.#manners.hangsUp?.(command)) return this.#socket.destroy();
    const name = /^(?:UID )?\w+/i.exec(command)?.[0].toUpperCase() ?? "";
    const done = (words = "done") => this.#say(`${tag} OK ${words}`);
    if (name === "LOGIN") return this.#logIn(tag, command);
    if (name === "AUTHENTICATE") return this.#takeToken(tag, command);
    if (name === "STARTTLS") {
      done();
      this.#socket.removeAllListeners("data");
      this.#socket = this.#secured(this.#socket);
      this.#isSecure = true;
      return this.#listen();
    }
    if (name === "LOGOUT") {
      this.#say("* BYE", `${tag} OK bye`);
      return this.#socket.end();
    }
    if (name === "CAPABILITY") this.#say(`* ${this.#abilities()}`);
    else if (name === "LIST" || name === "LSUB") this.#list(name, command);
    else if (name === "EXAMINE" || name === "SELECT") this.#open(command);
    else if (name === "UID SEARCH") this.#search(command);
    else if (name === "UID FETCH") this.#fetch(command);
    else if (name !== "NOOP") return this.#say(`${tag} BAD unknown`);
    done();
  }

  #logIn(tag: string, command: string) {
    const { user, pass } = this.#manners.login;
    const isRight = command.includes(user) && command.includes(pass);
    this.#say(isRight ? `${tag} OK hello` : `${tag} NO [AUTHENTICATIONFAILED] Wrong username or password`);
  }

  #takeToken(tag: string, command: string) {
    const [, , said = ""] = command.split(" ");
    const { login, token } = this.#manners;
    const wanted = `user=${login.user}\u0001auth=Bearer ${token?.()}\u0001\u0001`;
    const isRight = Buffer.from(said, "base64").toString() === wanted;
    this.#say(isRight ? `${tag} OK hello` : `${tag} NO [AUTHENTICATIONFAILED] Wrong token`);
  }

  #list(name: string, command: string) {
    const { junk } = this.#manners;
    if (/"" ""$/.test(command)) return this.#say(`* ${name} (\\Noselect) "/" ""`);
    this.#say(`* ${name} () "/" "INBOX"`);
    if (junk !== undefined && /[*%]"?$/.test(command)) this.#say(`* ${name} (\\Junk) "/" "${junk}"`);
  }

  get #opened() {
    return this.#isJunk ? this.#imap.spam : this.#imap.messages;
  }

  #open(command: string) {
    this.#isJunk = this.#manners.junk !== undefined && command.includes(this.#manners.junk);
    const { uidValidity } = this.#imap;
    const messages = this.#opened;
    const next = (messages.at(-1)?.uid ?? 0) + 1;
    this.#say("* FLAGS (\\Seen)", `* ${messages.length} EXISTS`, "* 0 RECENT");
    this.#say(`* OK [UIDVALIDITY ${uidValidity}] ok`, `* OK [UIDNEXT ${next}] ok`);
  }

  #search(command: string) {
    const from = Number(/UID (\d+):\*/i.exec(command)?.[1] ?? 0);
    const [, subject] = /SUBJECT "?([^" ]+)/i.exec(command) ?? [];
    if (subject !== undefined) {
      const has = this.#opened.filter(({ raw }) => new RegExp(`^Subject:.*${subject}`, "im").test(raw));
      return this.#say(`* SEARCH ${has.map(({ uid }) => uid).join(" ")}`);
    }
    const uids = this.#opened.map(({ uid }) => uid);
    // As the standard says, a range that ends in `*` has the last one in it.
    const found = uids.filter((uid, index) => uid >= from || index === uids.length - 1);
    this.#say(`* SEARCH ${found.join(" ")}`);
  }

  #fetch(command: string) {
    const [, asked = ""] = /^UID FETCH (\S+)/i.exec(command) ?? [];
    const [, most = "0"] = /<0\.(\d+)>/.exec(command) ?? [];
    const isAsked = (uid: number) =>
      asked.split(",").some((part) => {
        const [from = 0, to = from] = part.split(":").map(Number);
        return uid >= from && uid <= to;
      });
    for (const [index, { uid, raw }] of this.#opened.entries()) {
      if (!isAsked(uid)) continue;
      const start = Buffer.from(raw).subarray(0, Number(most));
      this.#imap.bytesSent += start.length;
      const facts = `UID ${uid} INTERNALDATE "23-Nov-2026 06:00:00 +0000"`;
      this.#say(`* ${index + 1} FETCH (${facts} BODY[]<0> {${start.length}}\r\n${start.toString("latin1")})`);
    }
  }
}
