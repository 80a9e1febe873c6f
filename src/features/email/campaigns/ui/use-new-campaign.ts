import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { mailStart } from "#src/features/email/templates/ui/shared/mail-start.ts";
import { useSelectedProfile } from "#src/features/pages/profiles/ui/shared/use-selected-profile.ts";
import { newId } from "#src/kit/new-id.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { UNTITLED } from "./campaign-form.ts";
import { campaignsApi } from "./campaign-queries.ts";

/** Adds a campaign with an empty e-mail in the colors of the selected profile, and opens it. */
export function useNewCampaign() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { selected } = useSelectedProfile();
  // Pressed again after an error, it's still the same campaign.
  const [id, setId] = useState(newId);
  const add = useMutation({
    mutationFn: () => campaignsApi.create.call({ id, name: UNTITLED, ...mailStart(selected) }),
    onSuccess: async (campaign) => {
      setId(newId());
      queries.setQueryData(campaignsApi.get.queryKey({ input: { id } }), campaign);
      void queries.invalidateQueries({ queryKey: campaignsApi.list.key() });
      await navigate({ to: PATHS.campaigns, search: { campaign: id } });
    },
    onError: (error) => toastError(error, "The campaign couldn’t be added. Try again."),
  });
  return { add: () => add.mutate(), isAdding: add.isPending };
}
