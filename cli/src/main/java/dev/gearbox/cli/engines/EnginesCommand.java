package dev.gearbox.cli.engines;

import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.OptionValues;
import dev.gearbox.cli.terminal.Paragraph;
import dev.gearbox.core.Engines;
import dev.gearbox.core.model.IoModel;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameter;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code gearbox engines}: lists the I/O models with their parameters, capabilities and sources. */
@Command(
        name = "engines",
        description =
                "List the I/O models: what happens to a connection, parameters with defaults, capabilities, source.",
        footer = {
            "",
            "An engine's spec is a name, with parameters if needed: pool?threads=5   async?threads=2&style=future",
            "In a shell, quote a spec that contains ? or &."
        })
public final class EnginesCommand implements Runnable {
    private final Console console;

    @Option(names = "--json", description = "Print JSON only.")
    private boolean json;

    /** Not before the command runs: finding the models prepares their system calls, which all other commands would wait for. */
    private final Supplier<List<IoModel>> installed;

    public EnginesCommand(Console console) {
        this(console, Engines::models);
    }

    public EnginesCommand(Console console, Supplier<List<IoModel>> installed) {
        this.console = console;
        this.installed = installed;
    }

    @Override
    public void run() {
        List<IoModel> models = installed.get();
        if (json) {
            ArrayNode all = JsonMapper.shared().createArrayNode();
            models.forEach(model -> all.add(tree(model)));
            console.out().println(all.toPrettyString());
        } else {
            list(models);
        }
    }

    private void list(List<IoModel> models) {
        List<ModelCard> cards = models.stream().map(IoModel::card).toList();
        int name = cards.stream().mapToInt(card -> card.name().length()).max().orElse(0) + 3;
        int field = cards.stream()
                        .flatMap(card -> card.parameters().stream())
                        .mapToInt(parameter -> set(parameter).length())
                        .max()
                        .orElse(0)
                + 3;
        for (IoModel model : models) {
            ModelCard card = model.card();
            Paragraph paragraph = new Paragraph(console, name, field);
            paragraph.heading(card.name(), card.summary());
            card.parameters()
                    .forEach(parameter ->
                            paragraph.field(set(parameter), parameter.accepts() + ": " + parameter.meaning()));
            paragraph.field("can", String.join(", ", abilities(card)));
            paragraph.field("after", card.source());
            model.absence().ifPresent(reason -> paragraph.field("cannot run here", reason));
            console.out().println();
        }
        String how = cards.size() + " engines. Values shown are the defaults; set others like this: " + example(cards);
        console.out().println(Paragraph.wrap(how, 0, console.outColumns()));
    }

    private static String set(Parameter parameter) {
        return parameter.name() + "=" + parameter.fallback();
    }

    private static String example(List<ModelCard> cards) {
        return cards.stream()
                .filter(card -> card.parameters().stream().anyMatch(EnginesCommand::isFive))
                .findFirst()
                .map(card -> "'" + card.name() + "?"
                        + card.parameters().stream()
                                .filter(EnginesCommand::isFive)
                                .findFirst()
                                .map(Parameter::name)
                                .orElseThrow()
                        + "=5'")
                .orElse("name?parameter=value");
    }

    private static boolean isFive(Parameter parameter) {
        return parameter instanceof Parameter.Int && parameter.takes("5");
    }

    private static List<String> abilities(ModelCard card) {
        return card.capabilities().stream().sorted().map(OptionValues::key).toList();
    }

    private static ObjectNode tree(IoModel model) {
        ModelCard card = model.card();
        ObjectNode node = JsonMapper.shared().createObjectNode();
        node.put("name", card.name()).put("summary", card.summary()).put("source", card.source());
        model.absence().ifPresentOrElse(reason -> node.put("absence", reason), () -> node.putNull("absence"));
        ArrayNode capabilities = node.putArray("capabilities");
        abilities(card).forEach(capabilities::add);
        ArrayNode parameters = node.putArray("parameters");
        for (Parameter parameter : card.parameters()) {
            ObjectNode each = parameters.addObject();
            each.put("name", parameter.name());
            switch (parameter) {
                case Parameter.Int whole ->
                    each.put("kind", "integer").put("least", whole.least()).put("most", whole.most());
                case Parameter.Choice choice -> {
                    ArrayNode words = each.put("kind", "choice").putArray("words");
                    choice.words().forEach(words::add);
                }
                case Parameter.Time time ->
                    each.put("kind", "duration")
                            .put("least", time.least().toString())
                            .put("most", time.most().toString());
                case Parameter.Part _ -> each.put("kind", "engine");
            }
            each.put("default", parameter.fallback()).put("meaning", parameter.meaning());
        }
        return node;
    }
}
