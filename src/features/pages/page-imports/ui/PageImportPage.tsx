import "#src/kit/deferred.css";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { BackLink } from "#src/kit/BackLink.tsx";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { PATHS } from "#src/lib/paths.ts";
import type { Applied } from "../contract.ts";
import { AppliedStep } from "./AppliedStep.tsx";
import { pageImportQuery } from "./page-import-queries.ts";
import { ReviewStep } from "./ReviewStep.tsx";
import { SourceStep } from "./SourceStep.tsx";

/** `/dashboard/profiles/import`: moving here from another service, by its page's address or a file. */
export function PageImportPage() {
  const { id } = useSearch({ from: `/shell${PATHS.pageImport}` });
  const [applied, setApplied] = useState<{ id: string; outcome: Applied }>();
  return (
    <>
      <BackLink to={id ? PATHS.pageImport : PATHS.profiles}>{id ? "Another page" : "Profiles"}</BackLink>
      <PageTitle title="Import a page">
        {id
          ? applied?.id !== id && "Nothing changes before you import"
          : "Bring your links, accounts, and look from elsewhere"}
      </PageTitle>
      {id && applied?.id === id && <AppliedStep applied={applied.outcome} />}
      {id && applied?.id !== id && (
        <OneImport key={id} id={id} onApplied={(outcome) => setApplied({ id, outcome })} />
      )}
      {!id && <SourceStep />}
    </>
  );
}

function OneImport({ id, onApplied }: { id: string; onApplied: (applied: Applied) => void }) {
  const { data, error, refetch } = useQuery(pageImportQuery(id));
  if (data) return <ReviewStep page={data} onApplied={onApplied} />;
  if (error)
    return (
      <ErrorPanel error={error} fallback="We couldn’t load this import." onRetry={() => void refetch()} />
    );
  return <Skeleton h={360} radius="lg" />;
}
