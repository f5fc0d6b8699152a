/** The program {@code gearbox}: the only module that requires all others. It exports nothing. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.cli {
    requires static transitive org.jspecify;
    requires dev.gearbox.advise;
    requires dev.gearbox.core;
    requires dev.gearbox.data;
    requires dev.gearbox.engines.jdk;
    requires dev.gearbox.engines.linux;
    requires dev.gearbox.engines.auto;
    requires dev.gearbox.engines.mina;
    requires dev.gearbox.engines.netty;
    requires dev.gearbox.protocols;
    requires dev.gearbox.tls;
    requires dev.gearbox.origin;
    requires dev.gearbox.evidence;
    requires dev.gearbox.files;
    requires dev.gearbox.load;
    requires dev.gearbox.lab;
    requires dev.gearbox.report;
    requires dev.gearbox.stats;
    requires dev.gearbox.studies.echoserver;
    requires dev.gearbox.studies.fanoutgateway.shape;
    requires dev.gearbox.studies.filecopy;
    requires dev.gearbox.studies.pageindexer;
    // Its programs are started as child processes with the module path of this process.
    requires dev.gearbox.bench;
    requires dev.gearbox.check;
    requires info.picocli;
    requires java.management;
    requires jdk.net;
    requires tools.jackson.databind;
    requires tools.jackson.dataformat.yaml;

    uses dev.gearbox.lab.StudyProvider;

    // picocli sets the fields of options and parameters.

    opens dev.gearbox.cli to
            info.picocli,
            tools.jackson.databind;
    opens dev.gearbox.cli.advise to
            info.picocli,
            tools.jackson.databind;
    opens dev.gearbox.cli.check to
            info.picocli,
            tools.jackson.databind;
    opens dev.gearbox.cli.claims to
            info.picocli,
            tools.jackson.databind;
    opens dev.gearbox.cli.decisions to
            info.picocli,
            tools.jackson.databind;
    opens dev.gearbox.cli.engines to
            info.picocli,
            tools.jackson.databind;
    opens dev.gearbox.cli.files to
            info.picocli,
            tools.jackson.databind;
    opens dev.gearbox.cli.load to
            info.picocli,
            tools.jackson.databind;
    opens dev.gearbox.cli.pages to
            info.picocli,
            tools.jackson.databind;
    opens dev.gearbox.cli.run to
            info.picocli,
            tools.jackson.databind;
    opens dev.gearbox.cli.serve to
            info.picocli,
            tools.jackson.databind;
    opens dev.gearbox.cli.terminal to
            info.picocli,
            tools.jackson.databind;
}
