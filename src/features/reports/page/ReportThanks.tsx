/** What follows a report; without a number for whoever opens the address by hand. */
export function ReportThanks({ number }: { number: string | undefined }) {
  return (
    <div className="report-thanks" role="status">
      <p>Thank you for telling us. A person will look at the page.</p>
      {number && (
        <>
          <p>The number of your report, in case you want to ask about it:</p>
          <p className="number">{number}</p>
        </>
      )}
    </div>
  );
}
