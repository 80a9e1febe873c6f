import { useRef } from "react";
import type { Campaign } from "#src/features/email/campaigns/contract.ts";
import { isAlike } from "#src/kit/form/form-state.ts";
import { newerOf, useEntityForm } from "#src/kit/form/use-entity-form.ts";
import { type CampaignForm, formOf, mergeForms } from "./campaign-form.ts";
import { campaignsApi, useCampaignsRefresh } from "./campaign-queries.ts";

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

/** The form of all steps. Someone else's changes are merged, or shown as a conflict. */
export function useCampaignForm(campaign: Campaign) {
  const refresh = useCampaignsRefresh();
  const next = useRef<() => void>(undefined);
  const entity = useEntityForm({
    kind: "stays",
    row: campaign,
    valuesOf: (row = campaign) => formOf(row),
    checks: {},
    sentOf: (form) => form,
    send: (form, _about, over = campaign) => saveOver(over, form),
    failure: "We couldn’t save that. Try again.",
    async onSaved() {
      await refresh();
      next.current?.();
    },
  });
  return {
    ...entity,
    form: entity.form.values,
    change: (part: Partial<CampaignForm>) => entity.form.setValues(part),
    /** Calls `onSaved` once it's saved. */
    save(onSaved: () => void) {
      next.current = onSaved;
      entity.submit();
    },
  };
}
