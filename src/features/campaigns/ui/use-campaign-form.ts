import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Campaign } from "#src/features/campaigns/contract.ts";
import { tellError } from "#src/kit/notices.tsx";
import { refusalOf } from "#src/kit/refusal.ts";
import { type CampaignForm, formOf, mergeForms } from "./campaign-form.ts";
import { campaignsApi, useCampaignsRefresh } from "./campaign-queries.ts";

const isSame = (one: CampaignForm, other: CampaignForm) => JSON.stringify(one) === JSON.stringify(other);

/** What someone else saved first, if that's why a call failed. */
function newerOf(error: unknown): Campaign | undefined {
  const refusal = refusalOf(error);
  return refusal?.code === "CHANGED_MEANWHILE" ? (refusal.data as Campaign) : undefined;
}

/** Saves the form over the version it started from. Changes of others to other fields are kept along. */
async function saveOver(base: Campaign, form: CampaignForm): Promise<Campaign> {
  const { id, updated_at } = base;
  try {
    return await campaignsApi.update.call({ id, updated_at, ...form });
  } catch (error) {
    const theirs = newerOf(error);
    if (!theirs) throw error;
    const { form: both, clashes } = mergeForms(formOf(base), form, formOf(theirs));
    if (clashes.length > 0) throw error;
    return campaignsApi.update.call({ id, updated_at: theirs.updated_at, ...both });
  }
}

/** The form of all steps. What someone else saved meanwhile is merged, or asked about where it can't be. */
export function useCampaignForm(campaign: Campaign) {
  const refresh = useCampaignsRefresh();
  const [base, setBase] = useState(campaign);
  const [form, setForm] = useState<CampaignForm>(() => formOf(campaign));
  const [theirs, setTheirs] = useState<Campaign | null>(null);
  const saving = useMutation({
    mutationFn: async (over: Campaign) => {
      if (isSame(form, formOf(over))) return over;
      return saveOver(over, form);
    },
    onSuccess: async (row) => {
      setBase(row);
      setTheirs(null);
      // What was typed while saving stays.
      setForm((current) => (isSame(current, form) ? formOf(row) : current));
      await refresh();
    },
    onError: (error) => {
      const newer = newerOf(error);
      if (newer) setTheirs(newer);
      else tellError(error, "We couldn’t save that. Try again.");
    },
  });
  return {
    form,
    theirs,
    isSending: saving.isPending,
    change: (part: Partial<CampaignForm>) => setForm((current) => ({ ...current, ...part })),
    save: (onSuccess: () => void) => saving.mutate(base, { onSuccess }),
    keepMine: () => theirs && saving.mutate(theirs),
    takeTheirs: () => {
      if (!theirs) return;
      setBase(theirs);
      setForm(formOf(theirs));
      setTheirs(null);
    },
  };
}
