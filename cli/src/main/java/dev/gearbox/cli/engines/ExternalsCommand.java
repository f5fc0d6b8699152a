package dev.gearbox.cli.engines;

import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.Paragraph;
import dev.gearbox.lab.external.ExternalExample;
import dev.gearbox.studies.echoserver.EchoServer;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code gearbox externals}: lists the external servers of the study; those that cannot run here with the reason. */
@Command(
        name = "externals",
        description = "List the external servers that can be measured beside the engines; absent ones with the reason.",
        footer = {
            "",
            "Examples:",
            "gearbox run echo-server --workload ping --engine selector --engine external:c-epoll",
            "gearbox run echo-server --workload ping --engine selector --engine 'external:mine=./server --port {port}'"
        })
public final class ExternalsCommand implements Runnable {
    private static final String HERE = "here";
    private static final String ABSENT = "absent";

    /** What is wrong with a server that is kept as it was published. */
    private static final String FAULTS = "faults";

    private final Console console;

    @Option(names = "--json", description = "Print JSON only.")
    private boolean json;

    public ExternalsCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        List<ExternalExample> examples = EchoServer.externals().examples();
        if (json) {
            console.out().println(tree(examples).toPrettyString());
        } else {
            list(examples);
        }
    }

    private void list(List<ExternalExample> examples) {
        int name = examples.stream().mapToInt(one -> one.name().length()).max().orElse(0) + 3;
        for (ExternalExample example : examples) {
            Paragraph paragraph = new Paragraph(console, name, ABSENT.length() + 3);
            paragraph.heading(example.name(), example.summary());
            paragraph.field("speaks", String.join(", ", example.speaks()));
            if (!example.faults().isEmpty()) {
                paragraph.field(FAULTS, String.join("; ", example.faults()));
            }
            example.absence()
                    .ifPresentOrElse(
                            why -> paragraph.field(ABSENT, why),
                            () -> paragraph.field(HERE, "with " + String.join(", ", example.needs())));
            console.out().println();
        }
        String how =
                "Use external:NAME in place of an engine, or external:LABEL=COMMAND for any command, with {port} where it takes"
                        + " its port. More in docs/external.md";
        console.out().println(Paragraph.wrap(how, 0, console.outColumns()));
    }

    private static ArrayNode tree(List<ExternalExample> examples) {
        ArrayNode array = JsonMapper.shared().createArrayNode();
        for (ExternalExample example : examples) {
            ObjectNode node = array.addObject();
            node.put("name", example.name()).put("summary", example.summary());
            example.faults().forEach(node.putArray(FAULTS)::add);
            example.speaks().stream().sorted().forEach(node.putArray("speaks")::add);
            example.needs().forEach(node.putArray("needs")::add);
            example.absence().ifPresentOrElse(why -> node.put("absent", why), () -> node.putNull("absent"));
        }
        return array;
    }
}
