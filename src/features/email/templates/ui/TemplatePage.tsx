import "#src/kit/deferred.css";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { BackLink } from "#src/kit/BackLink.tsx";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { TemplateEditor } from "./TemplateEditor.tsx";
import { templateQuery } from "./template-queries.ts";
import { useEditingLock } from "./versions/use-editing-lock.ts";

/** `/dashboard/marketing/templates/{id}` */
export function TemplatePage() {
  const { id } = useParams({ from: `/shell${PATHS.template}` });
  const lock = useEditingLock(id);
  const [restored, setRestored] = useState(0);
  const { data, error, refetch } = useQuery({ ...templateQuery(id), refetchOnWindowFocus: false });
  if (data)
    return (
      <TemplateEditor
        key={`${data.id} ${restored}`}
        template={data}
        lock={lock}
        onRestored={() => setRestored(restored + 1)}
      />
    );
  if (error)
    return (
      <>
        <BackLink to={PATHS.templates}>All templates</BackLink>
        <PageTitle title="Template" />
        <ErrorPanel error={error} fallback="We couldn’t load this template." onRetry={() => void refetch()} />
      </>
    );
  return (
    <>
      <BackLink to={PATHS.templates}>All templates</BackLink>
      <Skeleton h={32} w="12rem" mb="lg" radius="md" />
      <Skeleton h={480} radius="lg" />
    </>
  );
}
