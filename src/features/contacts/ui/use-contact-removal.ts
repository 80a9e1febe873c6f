import { useMutation, useQueryClient } from "@tanstack/react-query";
import { confirm } from "#src/kit/confirm.ts";
import { tellError, tellSuccess } from "#src/kit/notices.tsx";
import type { Contact } from "../contract.ts";
import { contactsApi } from "./contact-queries.ts";
import { nameOf } from "./contact-words.ts";

/** Permanently deletes a contact, after the owner has confirmed. */
export function useContactRemoval(onRemoved: () => void) {
  const queries = useQueryClient();
  const { mutateAsync, isPending } = useMutation(contactsApi.delete.mutationOptions());
  const remove = async (contact: Contact) => {
    const name = nameOf(contact);
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
      tellSuccess({ message: `${name} was deleted.` });
    } catch (error) {
      tellError(error, "The lead wasn’t deleted");
    }
    await queries.invalidateQueries({ queryKey: contactsApi.list.key() });
  };
  return { remove: (contact: Contact) => void remove(contact), isRemoving: isPending };
}
