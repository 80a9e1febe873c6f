import { useQuery } from "@tanstack/react-query";
import { Card } from "#src/kit/Card.tsx";
import { allowStyles } from "#src/kit/nonce.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { moderationApi } from "./case-queries.ts";

/** The page as visitors see it, in a frame without scripts: nothing is counted, and its links open nothing. */
export function CasePageView({ id }: { id: string }) {
  const query = useQuery(moderationApi.showCasePage.queryOptions({ input: { id } }));
  return (
    <Card title="The page" text="As visitors see it. Its links do nothing here.">
      {query.data ? (
        <iframe
          title="The page"
          sandbox=""
          srcDoc={allowStyles(query.data.html)}
          style={{ width: "100%", height: "60dvh", border: 0, borderRadius: "0.5rem" }}
        />
      ) : (
        <QueryState query={query} failure="We couldn’t load the page." height={320} />
      )}
    </Card>
  );
}
