import type * as z from "zod";

/**
 * Something a slice announces: a name in the past tense and the shape of its payload. Events outlive the
 * things they're about, so they refer to people and things only by id. That way, erased data stays erased.
 */
export interface EventType<Payload extends object> {
  name: string;
  payload: z.ZodType<Payload>;
}

/** The kind of actor, plus the account's id and role or the job's name, but no personal data. */
export interface EventActor {
  type: string;
  id?: string;
  role?: string;
  job?: string;
  /** The staff key that they acted through. */
  key?: string;
}

export interface Announced<Payload> {
  /** A UUIDv7, so that an account's events sort by id. */
  id: string;
  name: string;
  account: string;
  actor: EventActor;
  /** The id of the thing that the event is about. */
  subject: string;
  time: string;
  payload: Payload;
}

export type EventKey = Pick<Announced<unknown>, "account" | "id">;

/** An event in the transaction that announces it. */
export type NewEvent = Omit<Announced<unknown>, "name" | "time">;

/** An event as its caller announces it. A caller that isn't acting for an account has to name the account. */
export type EventDraft<Caller, Payload> = { subject: string; payload: Payload } & (Caller extends {
  account: string;
}
  ? { account?: string }
  : { account: string });

/** Stands in for the account in events about the whole instance. */
export const INSTANCE = "instance";
