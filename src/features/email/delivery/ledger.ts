/*
 * A ledger is what a worker sends: the messages of batches, or those that another slice keeps one by one. The worker leases,
 * paces, attempts, and retries them all alike, so a ledger only says where its messages are, what each of them says, and
 * what else follows from an outcome.
 */
import * as z from "zod";
import type {
  findOwnMailbox,
  openSender,
  SendResult,
} from "#src/features/email/sending-accounts/sending-accounts.ts";
import type { Attachment } from "#src/features/email/templates/rules.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Db } from "#src/platform/db/database.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import type { Outcome } from "./rules.ts";
import type { MessageTable } from "./tables.ts";

export const oneMailbox = z.object({ account: z.string(), mailbox_id: z.string() });
export type OneMailbox = z.output<typeof oneMailbox>;

export type Mailbox = NonNullable<Awaited<ReturnType<typeof findOwnMailbox>>>;
export type Sender = Awaited<ReturnType<typeof openSender>>;
export type Message = Parameters<Sender["send"]>[0];

/** One run of a worker, with an open connection to its sending account. Its leases are in its name. */
export interface SendRun {
  ctx: Ctx;
  worker: string;
  mailbox: Mailbox;
  sender: Sender;
  /** The time to yield to others, by the process's own clock. */
  until: number;
}

/** What a claim returns of a message, besides its key. */
export interface LeasedMessage {
  /** The receiving host. */
  host: string;
  refusals: number;
}

/** What a table says about a message as its attempt begins, with the message's key. */
export type Begun = Readonly<Record<string, unknown>>;

/** A message with the server's response to its attempt. */
export interface Answered<Row> {
  row: Row;
  email: string;
  answer: SendResult;
}

export interface Ledger<Row extends LeasedMessage> {
  /** Sends what's due through one sending account. */
  job: JobType<OneMailbox>;
  table: MessageTable;
  /** The number of messages that one worker leases at a time. */
  leasedRows: number;
  /** A message waits this long if its server couldn't be reached. */
  reconnectSeconds: number;
  /**
   * Set if messages over a limit each say when they're tried again, and whether that's because the account is new. Otherwise,
   * all of the sending account's wait until then.
   */
  newAccountNotice?: string;
  /** The sending accounts that may have messages to send. */
  listMailboxes(db: Db, now: Date): Promise<OneMailbox[]>;
  /** Decides about the messages of a sending account that's gone, or can't send until someone fixes it. */
  failOver(ctx: Ctx, mailbox_id: string): Promise<void>;
  /** One for each run of a worker, whose state it keeps. */
  open(run: SendRun): MessageSource<Row>;
}

export interface MessageSource<Row extends LeasedMessage> {
  /** Reads what the messages of a claim need. */
  load?(): Promise<void>;
  /** Runs a commit about these messages, which aren't begun if it leaves them out. */
  commit?<T>(messages: Row[], run: (db: Db, messages: Row[]) => Promise<T>): Promise<T>;
  attachmentsOf(row: Row): readonly Attachment[] | undefined;
  /** What goes out. A `ContentError` says why it can't be written. */
  write(row: Row, begun: Begun): Promise<Message>;
  /** Keeps retries from coming at one moment. */
  spread?(row: Row, seconds: number): number;
  /** What has to be committed along with an outcome. */
  along?(answered: Answered<Row>, outcome: Outcome): ((ctx: Ctx) => Promise<unknown>) | undefined;
  /** What else follows from an outcome, once it's committed. */
  after?(answered: Answered<Row>, outcome: Outcome): Promise<void>;
  /** The seconds until the next message is due. Undefined if none is, or the minute's tick is soon enough. */
  nextDue?(): Promise<number | undefined>;
  /** Nothing is leased anymore. */
  finish?(): Promise<void>;
  /** Runs at the end, whether or not something failed. */
  close?(): Promise<void>;
}
