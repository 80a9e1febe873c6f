import { customType } from "drizzle-orm/pg-core";

/** A `timestamptz` that reads and writes as an ISO 8601 string in UTC with milliseconds, as in the API. */
export const isoTime = customType<{ data: string; driverData: string | Date }>({
  dataType: () => "timestamp (3) with time zone",
  fromDriver: (value) => new Date(value).toISOString(),
  toDriver: (value) => value,
});

/** Raw bytes. PGlite returns a Uint8Array, node-postgres a Buffer, which is a Uint8Array too. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "bytea" });
