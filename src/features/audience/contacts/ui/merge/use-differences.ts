import { useQuery } from "@tanstack/react-query";
import { getOwn } from "#src/lib/get-own.ts";
import type { Contact } from "../../contract.ts";
import type { Merge } from "../../merge/merge-contract.ts";
import type { FieldValue } from "../../rules.ts";
import { contactsApi } from "../contact-queries.ts";
import { useTeammates } from "../pipeline/board-queries.ts";
import { countryName, formatCents } from "../shared/contact-labels.ts";

export interface Difference {
  /** The field's key in a merge. */
  key: string;
  label: string;
  keep: string;
  /** Undefined if there's nothing to choose. */
  gone: string | undefined;
}

type Read = (contact: Contact) => string;

export function useDifferences({ keep, gone }: Merge): Difference[] {
  const settings = useQuery(contactsApi.settings.queryOptions({})).data;
  const teammates = useTeammates();
  const { stages = [], fields = [], currency = "USD" } = settings ?? {};
  const stageOf = (id: string | null) => stages.find((one) => one.id === id)?.name ?? "";
  const ownerOf = (id: string | null) =>
    id === null ? "" : (teammates.find((one) => one.id === id)?.name ?? "Someone on your team");
  const rows: [string, string, Read][] = [
    ["name", "Name", ({ name }) => name],
    ["phone", "Phone", ({ phone }) => phone ?? ""],
    ["country", "Country", ({ country }) => (country === "UNKNOWN" ? "" : countryName(country))],
    ["time_zone", "Time zone", ({ time_zone }) => time_zone ?? ""],
    ["stage_id", "Stage", ({ stage_id }) => stageOf(stage_id)],
    [
      "value_cents",
      "Value",
      ({ value_cents: cents }) => (cents === null ? "" : formatCents(cents, currency)),
    ],
    ["owner_id", "Owner", ({ owner_id }) => ownerOf(owner_id)],
    ...fields.map(({ key, label }): [string, string, Read] => [
      ...([`fields.${key}`, label] as const),
      ({ fields }) => wordsOf(getOwn(fields, key)),
    ]),
  ];
  return rows.flatMap(([key, label, read]) => {
    const [mine, theirs] = [read(keep), read(gone)];
    if (mine === "" && theirs === "") return [];
    const isChoice = mine !== "" && theirs !== "" && mine !== theirs;
    return [{ key, label, keep: mine || theirs, gone: isChoice ? theirs : undefined }];
  });
}

function wordsOf(value: FieldValue | undefined): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return value === null || value === undefined ? "" : String(value);
}
