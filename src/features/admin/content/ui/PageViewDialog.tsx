import { Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { FoundPage } from "#src/features/admin/content/contract.ts";
import { allowStyles } from "#src/kit/nonce.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { contentApi } from "./content-queries.ts";

interface PageViewDialogProps {
  page: Pick<FoundPage, "id" | "username">;
  onClose: () => void;
}

/** A page as visitors see it, in a frame without scripts: nothing is counted, and its links open nothing. */
export function PageViewDialog({ page, onClose }: PageViewDialogProps) {
  const query = useQuery(contentApi.profilePage.queryOptions({ input: { id: page.id } }));
  return (
    <Modal opened onClose={onClose} title={`/${page.username} as visitors see it`} size="lg" centered>
      {query.data ? (
        <iframe
          title="The page"
          sandbox=""
          srcDoc={allowStyles(query.data.html)}
          style={{ width: "100%", height: "70dvh", border: 0, borderRadius: "0.5rem" }}
        />
      ) : (
        <QueryState query={query} failure="We couldn’t load the page." height={320} />
      )}
    </Modal>
  );
}
