import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Link } from "#src/features/pages/links/contract.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { lazyComponent } from "#src/kit/lazy.tsx";
import { toastError } from "#src/kit/toasts.tsx";
import { BlockEditor } from "./block-form.lazy.tsx";
import { DragRegistry } from "./drag-registry.ts";
import { LinkRow } from "./LinkRow.tsx";
import classes from "./Links.module.css";
import { LinkForm } from "./link-form.lazy.tsx";
import type { Move } from "./move.ts";
import { linksApi } from "./shared/link-queries.ts";
import { useLinkCache } from "./use-link-cache.ts";

const SortableLinks = lazyComponent(async () => (await import("./SortableLinks.tsx")).SortableLinks);

interface LinkListProps {
  profile: Profile;
  links: Link[];
  isFull: boolean;
  editedId: string | undefined;
  onEdit: (id: string | undefined) => void;
  onDraft: (draft: Link | null) => void;
}

/** The links in order. Each can be moved by its handle once the code for that has loaded. */
export function LinkList({ profile, links, isFull, editedId, onEdit, onDraft }: LinkListProps) {
  const reorder = useLinkOrder(profile.id);
  const [drags] = useState(() => new DragRegistry());
  const close = () => onEdit(undefined);
  return (
    <>
      <ul className={classes.list} aria-label="Links">
        {links.map((link) =>
          link.id === editedId ? (
            <li key={link.id}>
              {link.kind === "link" ? (
                <LinkForm
                  profile={profile}
                  link={link}
                  heading="Edit link"
                  onDraft={onDraft}
                  onDone={close}
                  onCancel={close}
                />
              ) : (
                <BlockEditor profile={profile} link={link} onDraft={onDraft} onDone={close} />
              )}
            </li>
          ) : (
            <LinkRow key={link.id} link={link} isFull={isFull} drags={drags} onEdit={() => onEdit(link.id)} />
          ),
        )}
      </ul>
      <SortableLinks links={links} editedId={editedId} onOrder={(move) => void reorder(move)} drags={drags} />
    </>
  );
}

/** Reorders the links right away, and puts them back if the server refuses. */
function useLinkOrder(profileId: string) {
  const cache = useLinkCache(profileId);
  const order = useMutation(
    linksApi.order.mutationOptions({
      // One at a time, so that the last order sent wins.
      scope: { id: `order-${profileId}` },
      onError: (error) => {
        toastError(error, "The order couldn’t be saved. Try again.");
        cache.refresh();
      },
    }),
  );
  return async ({ links, parents }: Move) => {
    await cache.hold();
    const before = cache.read();
    cache.change(() => links);
    order.mutate(
      { profile_id: profileId, ids: links.map((link) => link.id), parents },
      { onError: () => cache.change(() => before) },
    );
  };
}
