import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { Campaign } from "#src/features/email/campaigns/contract.ts";
import { isAlike } from "#src/kit/form/form-state.ts";
import { newerOf, useEntityForm } from "#src/kit/form/use-entity-form.ts";
import { CAMPAIGN_ERRORS } from "../contract.ts";
import { type CampaignForm, formOf, mergeForms, withUsualName } from "./campaign-form.ts";
import { campaignsApi } from "./campaign-queries.ts";

/** Saves the form over a version. Other people's changes to other fields are kept. */
async function saveOver(over: Campaign, form: CampaignForm): Promise<Campaign> {
  const { id, updated_at } = over;
  if (isAlike(form, formOf(over))) return over;
  try {
    return await campaignsApi.update.call({ id, updated_at, ...form });
  } catch (error) {
    const theirs = newerOf<Campaign>(error);
    if (!theirs) throw error;
    const { form: both, clashes } = mergeForms(formOf(over), form, formOf(theirs));
    if (clashes.length > 0) throw error;
    return campaignsApi.update.call({ id, updated_at: theirs.updated_at, ...both });
  }
}

export type FormChange = Partial<CampaignForm> | ((latest: CampaignForm) => Partial<CampaignForm>);

/** The form of the whole composer, which saves itself. Someone else's changes are merged, or shown as a conflict. */
export function useCampaignForm(campaign: Campaign) {
  const queries = useQueryClient();
  const element = useRef<HTMLFormElement>(null);
  const keep = (row: Campaign) => {
    queries.setQueryData(campaignsApi.get.queryKey({ input: { id: row.id } }), row);
    void queries.invalidateQueries({ queryKey: campaignsApi.list.key() });
  };
  const entity = useEntityForm({
    kind: "stays",
    autosaves: element,
    row: campaign,
    valuesOf: (row = campaign) => formOf(row),
    checks: {
      name: (name: string) => (name.trim() === "" ? CAMPAIGN_ERRORS.CAMPAIGN_NAME_MISSING.message : null),
    },
    sentOf: (form) => form,
    send: (form, _about, over = campaign) => saveOver(over, form),
    failure: "We couldn’t save that. Try again.",
    onSaved: keep,
    onTaken: keep,
  });
  const { form } = entity;
  return {
    ...entity,
    element,
    values: form.values,
    isSaved: !form.isDirty() && !entity.isSending,
    nameProps: form.getInputProps("name"),
    change: (change: FormChange) =>
      form.setValues((values) => {
        const latest = values as CampaignForm;
        return withUsualName(latest, typeof change === "function" ? change(latest) : change);
      }),
  };
}
