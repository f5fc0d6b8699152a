package dev.gearbox.studies.pageindexer.job;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.Engines;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameter;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.core.model.Spec;
import dev.gearbox.studies.pageindexer.client.IdealPages;
import dev.gearbox.studies.pageindexer.client.PageClients;
import dev.gearbox.studies.pageindexer.fetch.FetchLimits;
import dev.gearbox.studies.pageindexer.fetch.PageClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A row of the study: a client, and the threads for the work on its pages.
 *
 * @param client an engine's spec in its canonical form, or a client's, or {@link #IDEAL}
 * @param workers threads for the work; 0: in place
 */
public record PageRow(String client, int workers) {
    /** The reference client with which the others are compared. */
    static final String IDEAL = "ideal";

    /** Clients in turn, one thread each, among whom the pages are divided before. */
    private static final ModelCard SPLIT = new ModelCard(
            "split",
            "blocking clients with one thread each, each with its own share of the pages",
            "a 2013 article on crawlers: four parallel groups of 250",
            Set.of(),
            List.of(new Parameter.Int("clients", 1, 1000, "4", "number of clients")));

    private static final String ONE_THREAD = "pool?threads=1";

    private static final String OFFLOAD = " + offload(";
    private static final int MOST_WORKERS = 1000;

    /** In groups: blocking, NIO, deferred, AIO, sharded, other engines, and common HTTP clients. */
    private static final List<String> ALL = List.of(
            IDEAL,
            "pool?threads=1",
            "pool?threads=4",
            "pool?threads=16",
            "pool?threads=64",
            "split?clients=4",
            "threads",
            "selector",
            "selector + offload(1)",
            "selector + offload(2)",
            "selector + offload(3)",
            "selector + offload(4)",
            "selector + offload(5)",
            "async?threads=1",
            "async?threads=2",
            "async?threads=3",
            "async?threads=4",
            "async?threads=1&style=future",
            "async?threads=2&style=future",
            "async?threads=3&style=future",
            "async?threads=4&style=future",
            "reactors?per=1000",
            "virtual",
            "netty-nio",
            "netty-epoll",
            "netty-uring",
            "epoll",
            "uring",
            "auto",
            "jdk",
            "apache?threads=64",
            "apache-async",
            "okhttp",
            "reactor-netty",
            "jetty");

    /** Returns all rows, whether or not they can run here. */
    public static List<PageRow> all() {
        return ALL.stream().map(PageRow::labelled).toList();
    }

    /** Returns the row with a label: {@code selector + offload(2)}. */
    public static PageRow labelled(String label) {
        int offload = label.indexOf(OFFLOAD);
        return offload < 0
                ? of(label, Optional.empty())
                : of(
                        label.substring(0, offload),
                        Optional.of(label.substring(offload + OFFLOAD.length(), label.length() - 1)));
    }

    /**
     * Returns the row of a spec.
     *
     * @param offload the number of workers; empty: in place
     * @throws BadSpecException if there is no such engine, client or parameter, or the number of workers is invalid
     */
    public static PageRow of(String spec, Optional<String> offload) {
        int workers = 0;
        if (offload.isPresent()) {
            if (!offload.get().matches("[1-9][0-9]{0,2}")) {
                throw new BadSpecException("offload is a number of workers from 1 to " + (MOST_WORKERS - 1) + ", not \""
                        + offload.get() + "\"");
            }
            workers = Integer.parseInt(offload.get());
        }
        return new PageRow(canonical(spec), workers);
    }

    private static String canonical(String spec) {
        if (spec.equals(IDEAL)) {
            return spec;
        }
        if (nameOf(spec).equals(SPLIT.name())) {
            return split(spec).spec();
        }
        return isClient(spec) ? PageClients.canonical(spec) : engine(spec);
    }

    private static Parameters split(String spec) {
        return Parameters.of(SPLIT, Spec.parse("client", spec).given());
    }

    private static String nameOf(String spec) {
        return spec.split("\\?", 2)[0];
    }

    /** Searches both lists, so that users need not know which one contains a name. */
    private static String engine(String spec) {
        List<String> known = new ArrayList<>(List.of(IDEAL, SPLIT.name()));
        PageClients.cards().forEach(card -> known.add(card.name()));
        Engines.models().forEach(model -> known.add(model.card().name()));
        var _ = Spec.parse("client", spec).among(known, name -> name);
        return Engines.canonical(spec);
    }

    private static boolean isClient(String spec) {
        String name = nameOf(spec);
        return PageClients.cards().stream().anyMatch(card -> card.name().equals(name));
    }

    /** Returns its label in results. */
    public String label() {
        return workers == 0 ? client : client + OFFLOAD + workers + ")";
    }

    /** Returns why it cannot run on this machine; empty if it can. */
    public Optional<String> absence() {
        return client.equals(IDEAL) || isClient(client) ? Optional.empty() : Engines.absence(engine());
    }

    private boolean isSplit() {
        return nameOf(client).equals(SPLIT.name());
    }

    private String engine() {
        return isSplit() ? ONE_THREAD : client;
    }

    /** Returns the number of clients, each of which has its own share of the pages. */
    int shares() {
        return isSplit() ? split(client).integer("clients") : 1;
    }

    /** Returns the maximum number of concurrent fetches; 0: unlimited. */
    public int atOnce() {
        if (isSplit()) {
            return shares();
        }
        String name = nameOf(client);
        if (!name.equals("pool") && !name.equals("apache")) {
            return 0;
        }
        return Stream.of(client.substring(name.length()).split("[?&]", -1))
                .filter(parameter -> parameter.startsWith("threads="))
                .mapToInt(parameter -> Integer.parseInt(parameter.substring("threads=".length())))
                .findFirst()
                .orElse(0);
    }

    /** Opens the client. */
    PageClient open(FetchLimits limits) {
        if (client.equals(IDEAL)) {
            return new IdealPages();
        }
        return isClient(client) ? PageClients.open(client, limits) : PageClients.overEngine(engine(), limits);
    }
}
