import { useMutation } from "@tanstack/react-query";
import { type RefObject, useEffect } from "react";
import type { Link } from "#src/features/pages/links/contract.ts";
import { useEntityForm } from "#src/kit/form/use-entity-form.ts";
import { useHistory } from "#src/kit/form/use-history.ts";
import { toastError } from "#src/kit/toasts.tsx";
import {
  type BlockFormValues,
  type BlockKind,
  blockDraftOf,
  blockFieldOf,
  blockFieldsOf,
  blockValuesOf,
} from "./block-form.ts";
import { newLink } from "./new-link.ts";
import { linksApi } from "./shared/link-queries.ts";
import { useLinkCache } from "./use-link-cache.ts";

interface BlockFormInput {
  profileId: string;
  kind: BlockKind;
  /** The block to edit, which saves itself, or undefined for a new one. */
  link: Link | undefined;
  /** What goes into a new group. */
  inside: readonly string[];
  element: RefObject<HTMLFormElement | null>;
  onDraft: (draft: Link | null) => void;
  onDone: () => void;
}

/** A block's form, with a preview that follows the typing. */
export function useBlockForm({ profileId, kind, link, inside, element, onDraft, onDone }: BlockFormInput) {
  const cache = useLinkCache(profileId);
  const fill = useMutation({
    mutationFn: ({ id }: Link) =>
      linksApi.order.call({
        profile_id: profileId,
        ids: cache.read().map((row) => row.id),
        parents: Object.fromEntries(inside.map((row) => [row, id])),
      }),
    onSuccess: ({ items }) => cache.change(() => items),
    onError: (error) =>
      toastError(error, "The group is there, but nothing could be put into it. Drag it in."),
    onSettled: cache.refresh,
  });
  useEffect(() => () => onDraft(null), [onDraft]);
  const history = useHistory<BlockFormValues>((values) => entity.form.setValues(values));
  const entity = useEntityForm({
    kind: link ? "stays" : "closes",
    ...(link && { autosaves: element }),
    row: link,
    valuesOf: (row?: Link): BlockFormValues => blockValuesOf(row),
    // The server's sentences appear at their fields.
    checks: {},
    sentOf: (values) => blockFieldsOf(kind, values),
    send: (fields, { id, updated_at }) =>
      link
        ? linksApi.update.call({ id, updated_at, ...fields })
        : linksApi.create.call({ id, profile_id: profileId, kind, ...fields }),
    fieldOf: blockFieldOf,
    failure: "The block couldn’t be saved. Try again.",
    onSaved: (saved) => {
      cache.keep(saved);
      if (link) return;
      if (inside.length > 0) fill.mutate(saved);
      else cache.refresh();
      onDone();
    },
    onTaken: cache.keep,
    onValues: (values, { id, row, before }) => {
      history.record(values, before);
      onDraft(blockDraftOf(row ?? newLink(profileId, id), kind, values));
    },
  });
  return { ...entity, history };
}
