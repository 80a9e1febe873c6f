import { useQuery } from "@tanstack/react-query";
import { LEGAL_TITLES, type LegalName } from "#src/features/public/legal/rules.ts";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { LegalDraftForm } from "./LegalDraftForm.tsx";
import { legalApi } from "./legal-queries.ts";

/** Writes the next version of a legal text. */
export function LegalEditor({ name }: { name: LegalName }) {
  // What’s being written isn’t replaced by what somebody else saved.
  const query = useQuery({
    ...legalApi.find.queryOptions({ input: { name } }),
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  return (
    <>
      <PageTitle title={LEGAL_TITLES[name]}>
        A draft that nobody else sees, until you publish it as a version
      </PageTitle>
      {query.data ? (
        <LegalDraftForm
          key={query.data.draft?.updated_at === undefined ? "new" : "draft"}
          name={name}
          edited={query.data}
        />
      ) : (
        <QueryState query={query} failure="We couldn’t load the text." height={480} />
      )}
    </>
  );
}
