import { type RefObject, useEffect } from "react";
import type { Link } from "#src/features/pages/links/contract.ts";
import { setChanged } from "#src/kit/form/changed-values.ts";
import { useEntityForm } from "#src/kit/form/use-entity-form.ts";
import { useHistory } from "#src/kit/form/use-history.ts";
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
  /** The link to edit, which saves itself, or undefined for a new one. */
  link: Link | undefined;
  element: RefObject<HTMLFormElement | null>;
  address?: AddressKind | undefined;
  onDraft: (draft: Link | null) => void;
  onDone: () => void;
}

/** A link's form, with a preview that follows the typing. */
export function useLinkForm({ profileId, link, element, address, onDraft, onDone }: LinkFormInput) {
  const cache = useLinkCache(profileId);
  useEffect(() => () => onDraft(null), [onDraft]);
  const history = useHistory<LinkFormValues>((values) => setChanged(entity.form, values), "password");
  const entity = useEntityForm({
    kind: link ? "stays" : "closes",
    ...(link && { autosaves: element }),
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
      if (link) history.unrecorded(() => forgetPassword(saved));
      else {
        cache.refresh();
        onDone();
      }
    },
    onTaken: cache.keep,
    onValues: (values, { id, row, before }) => {
      history.record(values, before);
      onDraft(draftOf(row ?? newLink(profileId, id), values));
    },
  });
  /** What's stored can't be read anymore, and would otherwise be sent again with every other change. */
  const forgetPassword = (saved: Link) => {
    const { form } = entity;
    const { password, keeps_password } = formOf(saved);
    const known = form.getInitialValues();
    if (known.password === "" || form.getValues().password !== known.password) return;
    const now = { ...known, password, keeps_password };
    form.setInitialValues(now);
    form.resetDirty(now);
    setChanged(form, { password, keeps_password });
  };
  return { ...entity, history };
}
