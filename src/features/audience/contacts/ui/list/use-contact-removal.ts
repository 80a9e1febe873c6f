import { useMutation, useQueryClient } from "@tanstack/react-query";
import { confirm } from "#src/kit/confirm.ts";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import type { Contact } from "../../contract.ts";
import { contactsApi } from "../contact-queries.ts";
import { contactName } from "../shared/contact-labels.ts";

export function useContactRemoval(onRemoved: () => void) {
  const queries = useQueryClient();
  const { mutateAsync, isPending } = useMutation(contactsApi.delete.mutationOptions());
  const remove = async (contact: Contact) => {
    const name = contactName(contact);
    const isSure = await confirm({
      title: `Delete ${name} forever?`,
      message: `This deletes everything we keep about ${contact.email}, including the proof of consent. You can’t undo it.`,
      confirm: "Delete forever",
      danger: true,
    });
    if (!isSure) return;
    try {
      await mutateAsync({ id: contact.id });
      onRemoved();
      toastSuccess({ message: `${name} was deleted.` });
    } catch (error) {
      toastError(error, "The lead wasn’t deleted");
    }
    await queries.invalidateQueries({ queryKey: contactsApi.list.key() });
  };
  return { remove: (contact: Contact) => void remove(contact), isRemoving: isPending };
}
