import { useMutation, useQueryClient } from "@tanstack/react-query";
import { confirm } from "#src/kit/confirm.ts";
import { tellError, tellSuccess } from "#src/kit/notices.tsx";
import type { Lead } from "../contract.ts";
import { leadsApi } from "./lead-queries.ts";

/** Permanently deletes a lead, after the owner has confirmed. */
export function useLeadRemoval(onRemoved: () => void) {
  const queries = useQueryClient();
  const { mutateAsync, isPending } = useMutation(leadsApi.delete.mutationOptions());
  const remove = async (lead: Lead) => {
    const isSure = await confirm({
      title: `Delete ${lead.name} forever?`,
      message: `This deletes everything we keep about ${lead.email}, including the proof of consent. You can’t undo it.`,
      confirm: "Delete forever",
      danger: true,
    });
    if (!isSure) return;
    try {
      await mutateAsync({ id: lead.id });
      onRemoved();
      tellSuccess({ message: `${lead.name} was deleted.` });
    } catch (error) {
      tellError(error, "The lead wasn’t deleted");
    }
    await queries.invalidateQueries({ queryKey: leadsApi.list.key() });
  };
  return { remove: (lead: Lead) => void remove(lead), isRemoving: isPending };
}
