package dev.gearbox.studies.filecopy.job;

/**
 * About how long a row takes for a file, where that is far more than the minimum of the workload: for the plan of a run, and to leave out rows that take too
 * long. In ns, by the run of 2026-11-25 whose tables the README of the study has, rounded.
 *
 * @param file for each file
 * @param request for each buffer that is filled or emptied
 * @param each for each byte
 */
record RowTime(double file, double request, double each) {
    /** No more than the workload's minimum. */
    private static final RowTime SHORT = new RowTime(0, 0, 0);

    /** A process for each file. */
    private static final RowTime PROGRAM = new RowTime(2e6, 0, 0);

    /** Returns the time of a row that is no program for each file. */
    static RowTime of(FileRow row) {
        boolean copies = row.kind() == FileRow.Kind.COPY;
        if (row.kind() == FileRow.Kind.RANDOM) {
            return SHORT;
        }
        return switch (row.name()) {
            // A system call for each byte; a Java call for each byte.
            case "stream" -> new RowTime(0, 0, copies ? 1_950 : 680);
            case "buffered-bytes" -> new RowTime(0, 0, copies ? 27 : 13);
            // One request after another goes to the disk.
            case "direct-io" -> copies ? new RowTime(80e3, 190e3, 1.2) : new RowTime(7e3, 60e3, 0.5);
            case "uring" -> row.isDirect() ? new RowTime(10e3, 40e3, 0.2) : SHORT;
            // The threads of a pool hand over each request.
            case "async" -> copies ? new RowTime(70e3, 100e3, 0.6) : new RowTime(40e3, 28e3, 0.2);
            case "cp", "dd", "xcp" -> PROGRAM;
            default -> SHORT;
        };
    }

    /**
     * Returns the time for a file, in ns.
     *
     * @param bytes the size of the file
     * @param buffer the size of a buffer
     */
    double nanos(long bytes, long buffer) {
        return file + request * Math.ceilDiv(bytes, buffer) + each * bytes;
    }
}
