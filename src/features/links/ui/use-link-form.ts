import { type UseFormReturnType, useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Link } from "#src/features/links/contract.ts";
import { newId } from "#src/kit/new-id.ts";
import { refusalOf, saveFailure } from "#src/kit/refusal.ts";
import { useRetry } from "#src/kit/use-retry.ts";
import { useUnsavedGuard } from "#src/kit/use-unsaved-guard.ts";
import { draftOf, fieldOf, fieldsOf, formOf, LINK_FORM_CHECKS, type LinkFormValues } from "./link-form.ts";
import { linksApi } from "./shared/link-queries.ts";
import { useLinkCache } from "./use-link-cache.ts";

interface LinkFormInput {
  profileId: string;
  /** The one to edit; a new one when left out. */
  link: Link | undefined;
  onDraft: (draft: Link | null) => void;
  onDone: () => void;
}

function newLink(profileId: string): Link {
  const now = new Date().toISOString();
  const { is_limited: _, ...values } = formOf(undefined);
  return {
    id: newId(),
    profile_id: profileId,
    user_id: "",
    ...values,
    geo_restrictions: null,
    is_visible: true,
    position: 0,
    click_count: 0,
    created_at: now,
    updated_at: now,
  };
}

/** Focuses a field once it is visible: an error among the options unfolds them first. */
function useLateFocus(form: UseFormReturnType<LinkFormValues>): (field: string) => void {
  const [wanted, setWanted] = useState<string | null>(null);
  useEffect(() => {
    if (wanted === null) return;
    form.getInputNode(wanted)?.focus();
    setWanted(null);
  }, [wanted, form]);
  return setWanted;
}

/** A link's form: checked, sent once, never lost. */
export function useLinkForm({ profileId, link, onDraft, onDone }: LinkFormInput) {
  // One id while the form is open: sent twice, it still creates one link.
  const [base, setBase] = useState(() => link ?? newLink(profileId));
  const [theirs, setTheirs] = useState<Link | null>(null);
  const isSaved = useRef(false);
  const cache = useLinkCache(profileId);
  const form = useForm<LinkFormValues>({
    initialValues: formOf(link),
    validate: LINK_FORM_CHECKS,
    onValuesChange: (values) => onDraft(draftOf(base, values)),
  });
  useUnsavedGuard(() => form.isDirty() && !isSaved.current);
  useEffect(() => () => onDraft(null), [onDraft]);

  const focusLater = useLateFocus(form);
  const handlers = {
    onSuccess: (saved: Link) => {
      cache.keep(saved);
      cache.refresh();
      isSaved.current = true;
      onDone();
    },
    onError: (error: unknown) => {
      const refusal = refusalOf(error);
      if (!refusal) return;
      if (refusal.code === "CHANGED_MEANWHILE") setTheirs(refusal.data as Link);
      const field = fieldOf(refusal);
      if (!field) return;
      form.setFieldError(field, refusal.message);
      focusLater(field);
    },
  };
  const create = useMutation(linksApi.create.mutationOptions(handlers));
  const update = useMutation(linksApi.update.mutationOptions(handlers));
  const send = link ? update : create;
  const save = (updated_at: string) => {
    const values = fieldsOf(form.getValues());
    if (link) update.mutate({ id: link.id, updated_at, ...values });
    else create.mutate({ profile_id: profileId, id: base.id, ...values });
  };
  const takeTheirs = () => {
    if (!theirs) return;
    cache.keep(theirs);
    setBase(theirs);
    setTheirs(null);
    form.setInitialValues(formOf(theirs));
    form.setValues(formOf(theirs));
  };

  const submit = form.onSubmit(
    () => save(base.updated_at),
    (errors) => {
      const [first] = Object.keys(errors);
      if (first) focusLater(first);
    },
  );
  useRetry(send.error, () => submit());

  const refusal = refusalOf(send.error);
  const isTold = refusal && (theirs !== null || fieldOf(refusal) !== undefined);
  return {
    form,
    theirs,
    isSending: send.isPending,
    failure: isTold ? undefined : saveFailure(send.error, "The link couldn’t be saved. Try again."),
    submit,
    keepMine: () => theirs && save(theirs.updated_at),
    takeTheirs,
  };
}
