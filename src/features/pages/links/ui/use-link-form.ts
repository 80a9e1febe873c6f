import { useEffect } from "react";
import type { Link } from "#src/features/pages/links/contract.ts";
import { useEntityForm } from "#src/kit/form/use-entity-form.ts";
import {
  type AddressKind,
  draftOf,
  fieldOf,
  fieldsOf,
  formOf,
  type LinkFormValues,
  linkFormChecks,
  withAddressScheme,
} from "./link-form.ts";
import { newLink } from "./new-link.ts";
import { linksApi } from "./shared/link-queries.ts";
import { useLinkCache } from "./use-link-cache.ts";

interface LinkFormInput {
  profileId: string;
  /** The link to edit, or undefined for a new one. */
  link: Link | undefined;
  address?: AddressKind | undefined;
  onDraft: (draft: Link | null) => void;
  onDone: () => void;
}

/** A link's form, with a preview that follows the typing. */
export function useLinkForm({ profileId, link, address, onDraft, onDone }: LinkFormInput) {
  const cache = useLinkCache(profileId);
  useEffect(() => () => onDraft(null), [onDraft]);
  return useEntityForm({
    kind: "closes",
    // Typing a letter rerenders only what depends on it.
    mode: "uncontrolled",
    row: link,
    valuesOf: (row?: Link): LinkFormValues => formOf(row),
    checks: linkFormChecks(address),
    sentOf: (values) => fieldsOf({ ...values, url: withAddressScheme(values.url, address) }),
    send: (fields, { id, updated_at }) =>
      link
        ? linksApi.update.call({ id, updated_at, ...fields })
        : linksApi.create.call({ id, profile_id: profileId, ...fields }),
    fieldOf,
    failure: "The link couldn’t be saved. Try again.",
    onSaved: (saved) => {
      cache.keep(saved);
      cache.refresh();
      onDone();
    },
    onTaken: cache.keep,
    onValues: (values, { id, row }) => onDraft(draftOf(row ?? newLink(profileId, id), values)),
  });
}
