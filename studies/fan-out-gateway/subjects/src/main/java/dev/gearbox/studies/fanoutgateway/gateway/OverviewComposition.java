package dev.gearbox.studies.fanoutgateway.gateway;

import java.util.List;
import java.util.OptionalInt;

/**
 * Four calls that wait for none, and two joins.
 *
 * @param archived the user whose records are in the archive: services that answer with the same, but later; empty for none
 */
public record OverviewComposition(OptionalInt archived) implements Composition {
    /** Of all users alike, as it is measured. */
    public static final OverviewComposition STANDARD = new OverviewComposition(OptionalInt.empty());

    private static final List<Step> CALLS = calls("");
    private static final List<Step> TO_ARCHIVE = calls("archive/");

    private static List<Step> calls(String folder) {
        return Joins.SERVICES.stream()
                .map(service -> new Step(folder + service, List.of()))
                .toList();
    }

    @Override
    public List<Step> calls() {
        return CALLS;
    }

    @Override
    public List<Step> calls(int user) {
        return archived.isPresent() && archived.getAsInt() == user ? TO_ARCHIVE : CALLS;
    }

    @Override
    public byte[] join(int user, List<byte[]> answers) throws GatewayFailure {
        return Joins.overview(user, answers);
    }
}
