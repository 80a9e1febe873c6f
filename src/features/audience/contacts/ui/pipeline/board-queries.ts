import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toastError } from "#src/kit/toasts.tsx";
import type { Contact } from "../../contract.ts";
import type { Pipeline, Teammate } from "../../pipeline/pipeline-contract.ts";
import { type ContactFilter, contactsApi, contactsQuery } from "../contact-queries.ts";

export const pipelineQuery = (filter: ContactFilter) =>
  queryOptions(contactsApi.pipeline.queryOptions({ input: filter }));

/** The leads in a stage, the latest arrival first. */
export const columnQuery = (filter: ContactFilter, stage_id: string) =>
  contactsQuery({ ...filter, stage_id }, { sort: "stage_at", order: "desc" });

export function useTeammates(): readonly Teammate[] {
  return useQuery(contactsApi.teammates.queryOptions({ staleTime: 60_000 })).data?.items ?? [];
}

export interface BoardMoves {
  stages: Pipeline["stages"];
  mayMove: boolean;
  /** The last moved card gets the focus in its new column. */
  movedId: string | undefined;
  onMove: (contact: Contact, to: string | null) => void;
}

export interface CardMove {
  contact: Contact;
  to: string | null;
}

/** A move into a column that was still loading, and may not include it. */
type Moved = CardMove & { isBlind: boolean };

/** Moves cards at once, and puts them back to the server's state if it refuses. */
export function useCardMoves(filter: ContactFilter) {
  const queries = useQueryClient();
  const cache = boardCache(queries, filter);
  const reload = () => queries.invalidateQueries({ queryKey: contactsApi.key() });
  const { mutate } = useMutation({
    // In sequence, so that pressing an arrow key twice moves a card twice.
    scope: { id: "board" },
    mutationFn: ({ contact, to }: Moved) =>
      contactsApi.place.call({ id: contact.id, stage_id: to, from_stage_id: contact.stage_id }),
    onError: (error) => {
      toastError(error, "The lead wasn’t moved. Try again.");
      void reload();
    },
    onSuccess: (_placed, { isBlind }) => {
      if (isBlind) void queries.invalidateQueries({ queryKey: contactsApi.list.key() });
      void queries.invalidateQueries({ queryKey: contactsApi.pipeline.key() });
      void queries.invalidateQueries({ queryKey: contactsApi.get.key() });
      void queries.invalidateQueries({ queryKey: contactsApi.timeline.key() });
    },
  });
  return async ({ contact, to }: CardMove) => {
    if (contact.stage_id === to) return;
    // A refetch would show them in the old column. A column that was never loaded needs its fetch.
    await queries.cancelQueries({
      queryKey: contactsApi.list.key(),
      predicate: ({ state }) => state.data !== undefined,
    });
    // The key was pressed before the card was redrawn: it has already left.
    if (contact.stage_id !== null && !cache.holds(contact, contact.stage_id)) return;
    cache.take(contact);
    const isBlind = to !== null && !cache.isLoaded(to);
    if (to !== null) cache.put({ ...contact, stage_id: to });
    mutate({ contact, to, isBlind });
  };
}

function boardCache(queries: ReturnType<typeof useQueryClient>, filter: ContactFilter) {
  const sum = (stage_id: string, { value_cents }: Contact, by: 1 | -1) =>
    queries.setQueryData(pipelineQuery(filter).queryKey, (known: Pipeline | undefined) => {
      if (!known) return known;
      const changed = known.stages.map((stage) =>
        stage.id === stage_id
          ? {
              ...stage,
              count: stage.count + by,
              value_cents: stage.value_cents + by * (value_cents ?? 0),
            }
          : stage,
      );
      return { ...known, stages: changed };
    });
  const change = (stage_id: string, edit: (items: Contact[]) => Contact[]) =>
    queries.setQueryData(columnQuery(filter, stage_id).queryKey, (known) => {
      const [first, ...more] = known?.pages ?? [];
      if (!known || !first) return known;
      const pages = [first, ...more].map((page, at) => ({
        ...page,
        items: at === 0 ? edit(page.items) : page.items,
      }));
      return { ...known, pages };
    });
  const read = (stage_id: string) => queries.getQueryData(columnQuery(filter, stage_id).queryKey)?.pages;
  return {
    isLoaded: (stage_id: string) => read(stage_id) !== undefined,
    holds: ({ id }: Contact, stage_id: string) =>
      read(stage_id)?.some(({ items }) => items.some((item) => item.id === id)) === true,
    take(contact: Contact) {
      const { stage_id } = contact;
      if (stage_id === null) return;
      queries.setQueryData(columnQuery(filter, stage_id).queryKey, (known) => {
        if (!known) return known;
        const without = (items: Contact[]) => items.filter(({ id }) => id !== contact.id);
        return { ...known, pages: known.pages.map((page) => ({ ...page, items: without(page.items) })) };
      });
      sum(stage_id, contact, -1);
    },
    put(contact: Contact) {
      const { stage_id } = contact;
      if (stage_id === null) return;
      change(stage_id, (items) => [contact, ...items]);
      sum(stage_id, contact, 1);
    },
  };
}
