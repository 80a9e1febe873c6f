import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  type PgColumn,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { ACTING_LEVELS } from "#src/lib/access.ts";
import { searchIndex } from "#src/platform/db/list.ts";

/*
 * better-auth reads and writes these tables through its Drizzle adapter, which identifies columns by the
 * property names of its own schema (camelCase). In the database they're snake_case, like all others.
 */
const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const owner = (name = "user_id") =>
  text(name)
    .notNull()
    .references(() => user.id, { onDelete: "cascade" });

export const user = pgTable(
  "users",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    email: text("email").notNull().unique(),
    emailVerified: boolean("email_verified").notNull().default(false),
    image: text("image"),
    role: text("role"),
    banned: boolean("banned").default(false),
    banReason: text("ban_reason"),
    banExpires: time("ban_expires"),
    /** The person's time zone as an IANA name, or null to use their browser's. */
    timeZone: text("time_zone"),
    region: text("region"),
    /** One of `LANGUAGES`, or null to use their browser's. */
    language: text("language"),
    /**
     * The time when the account will be deleted at its owner's request. Until then they can change their
     * mind.
     */
    deletionDueAt: time("deletion_due_at"),
    /** The time when another person last got this id (`id-swap.ts`). */
    handedOverAt: time("handed_over_at"),
    /** Accurate to an hour. */
    lastSeenAt: time("last_seen_at").notNull().defaultNow(),
    createdAt: time("created_at").notNull().defaultNow(),
    updatedAt: time("updated_at").notNull().defaultNow(),
  },
  (table) => [
    // Only one founder, even if two people sign up at the same instant.
    uniqueIndex("users_one_founder").on(table.role).where(sql`${table.role} = 'founder'`),
    index("users_newest").on(table.createdAt, table.id),
    index("users_last_seen").on(table.lastSeenAt, table.id),
    index("users_staff").on(table.role).where(sql`${table.role} <> 'user'`),
    searchIndex("users_text", userText(table)),
  ],
);

/** The text by which staff find an account. */
export function userText({ name, email, id }: Record<"name" | "email" | "id", PgColumn>) {
  return sql`(${name} || chr(10) || ${email} || chr(10) || ${id})`;
}

/** SQL for whether the account `u` of `users` is banned at this moment. */
export const IS_BANNED = "(coalesce(u.banned, false) and (u.ban_expires is null or u.ban_expires > now()))";

/**
 * SQL for whether the account `u` of `users` is banned or waiting to be deleted: its pages are hidden, and
 * its keys and team have no access.
 */
export const IS_CLOSED = `(${IS_BANNED} or u.deletion_due_at is not null)`;

export const session = pgTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    token: text("token").notNull().unique(),
    userId: owner(),
    expiresAt: time("expires_at").notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    /** The account of requests in this session that name none. Null for the person's own. */
    activeAccount: text("active_account"),
    /** The last time that the person proved who they are, by signing in or again later. */
    provenAt: time("proven_at"),
    /** Accurate to a few minutes. */
    lastUsedAt: time("last_used_at"),
    /** The location where it started, as far as known. The IP address isn't stored. */
    country: text("country"),
    city: text("city"),
    impersonatedBy: text("impersonated_by"),
    createdAt: time("created_at").notNull().defaultNow(),
    updatedAt: time("updated_at").notNull().defaultNow(),
  },
  (table) => [index("sessions_user").on(table.userId)],
);

/** What an account's owner lets staff do in it, until when. */
export const staffAccess = pgTable("staff_access", {
  account: text("account")
    .primaryKey()
    .references(() => user.id, { onDelete: "cascade" }),
  level: text("level", { enum: ACTING_LEVELS }).notNull(),
  endsAt: time("ends_at").notNull(),
});

/** Staff who work, or worked, in somebody's account. */
export const impersonation = pgTable(
  "impersonations",
  {
    id: uuid("id").primaryKey(),
    account: owner("account"),
    staff: owner("staff"),
    /** A session of the member of staff. It may be over by now. */
    sessionId: text("session_id").notNull(),
    level: text("level", { enum: ACTING_LEVELS }).notNull(),
    reason: text("reason").notNull(),
    /** The permissions that have been used. */
    areas: text("areas").array().notNull().default(sql`'{}'`),
    startedAt: time("started_at").notNull(),
    endsAt: time("ends_at").notNull(),
    endedAt: time("ended_at"),
  },
  (table) => [
    index("impersonations_account").on(table.account),
    index("impersonations_staff").on(table.staff),
    index("impersonations_open").on(table.sessionId).where(sql`${table.endedAt} is null`),
  ],
);

/** A change of e-mail address that's waiting for the old inbox, the new one, or both. */
export const emailChange = pgTable("email_changes", {
  userId: owner().primaryKey(),
  /** Links are for this change and no later one. */
  id: text("id").notNull(),
  email: text("email").notNull(),
  oldConfirmedAt: time("old_confirmed_at"),
  newConfirmedAt: time("new_confirmed_at"),
  expiresAt: time("expires_at").notNull(),
});

export const account = pgTable(
  "accounts",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    userId: owner(),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: time("access_token_expires_at"),
    refreshTokenExpiresAt: time("refresh_token_expires_at"),
    scope: text("scope"),
    password: text("password"),
    createdAt: time("created_at").notNull().defaultNow(),
    updatedAt: time("updated_at").notNull().defaultNow(),
  },
  (table) => [
    index("accounts_user").on(table.userId),
    // A provider's account belongs to one person, even when two connect it in the same instant.
    uniqueIndex("accounts_of_provider").on(table.providerId, table.accountId),
  ],
);

export const verification = pgTable(
  "verifications",
  {
    id: text("id").primaryKey(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    expiresAt: time("expires_at").notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
    updatedAt: time("updated_at").notNull().defaultNow(),
  },
  (table) => [index("verifications_identifier").on(table.identifier)],
);

/** Codes from an app as the second step of signing in; not required until a code has confirmed the setup. */
export const twoFactor = pgTable("two_factors", {
  userId: text("user_id")
    .primaryKey()
    .references(() => user.id, { onDelete: "cascade" }),
  /** Encrypted. */
  secret: text("secret").notNull(),
  /** Encrypted, and only those that still work. */
  recoveryCodes: text("recovery_codes").array().notNull(),
  /** The period of the last accepted code, because no code works twice. */
  lastStep: bigint("last_step", { mode: "number" }),
  confirmedAt: time("confirmed_at"),
  /** The id that the secret and the codes are bound to, if the person has had another one since. */
  boundTo: text("bound_to"),
  /** Devices that were trusted before this time no longer are. */
  trustFrom: time("trust_from").notNull(),
});

/** Two-step sign-in that will be removed, because staff were told that its phone is lost. */
export const factorRemoval = pgTable("two_factor_removals", {
  userId: owner().primaryKey(),
  /** Jobs and links are for this request and no later one. */
  id: uuid("id").notNull(),
  reason: text("reason").notNull(),
  dueAt: time("due_at").notNull(),
});

export const passkey = pgTable(
  "passkeys",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    publicKey: text("public_key").notNull(),
    userId: owner(),
    credentialID: text("credential_id").notNull(),
    counter: bigint("counter", { mode: "number" }).notNull(),
    deviceType: text("device_type").notNull(),
    backedUp: boolean("backed_up").notNull(),
    transports: text("transports"),
    aaguid: text("aaguid"),
    createdAt: time("created_at").notNull().defaultNow(),
    lastUsedAt: time("last_used_at"),
  },
  (table) => [
    index("passkeys_user").on(table.userId),
    uniqueIndex("passkeys_credential").on(table.credentialID),
  ],
);
