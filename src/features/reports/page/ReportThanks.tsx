/** What follows a report. */
export function ReportThanks({ number }: { number: string }) {
  return (
    <div className="report-thanks" role="status">
      <p>Thank you for telling us. A person will look at the page.</p>
      <p>The number of your report, in case you want to ask about it:</p>
      <p className="number">{number}</p>
    </div>
  );
}
