package dev.gearbox.advise.map;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.advise.Advisor;
import dev.gearbox.advise.DescribedWorkload;
import dev.gearbox.advise.SomeCosts;
import dev.gearbox.advise.calibration.Range;
import dev.gearbox.advise.rules.LiteratureRules;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class RegionMapTest {
    private static final DescribedWorkload REST = new DescribedWorkload(
            1, 2000, 1, 0, Range.exactly(1), 0, Range.exactly(0), 0, 2, OptionalDouble.empty(), OptionalDouble.empty());

    private static RegionMap map(Set<String> absent) {
        return RegionMap.of(
                new RegionMap.Axes(List.of(50, 20_000), List.of(20e-6, 2e-3), List.of(64L)),
                REST,
                SomeCosts.exact(),
                absent,
                LiteratureRules.shipped());
    }

    @Test
    void a_point_has_the_engines_of_the_first_group_and_an_impossible_one_none() {
        RegionMap map = map(Set.of());
        Region few = map.at(0, 0, 0);
        assertThat(few.workload().connections()).isEqualTo(50);
        assertThat(few.best().getFirst())
                .isEqualTo(Advisor.advise(few.workload(), SomeCosts.exact(), Set.of())
                        .first()
                        .name());
        assertThat(map.at(0, 1, 0).workload().connections()).isEqualTo(20_000);
        assertThat(map.at(0, 0, 1).possible())
                .as("2,000 requests of 2 ms on 2 cores")
                .isFalse();
        assertThat(map.regions()).hasSize(4);
    }

    @Test
    void a_rule_agrees_where_its_engine_is_among_the_best() {
        Region many = map(Set.of()).at(0, 1, 0);
        assertThat(many.best()).contains("selector");
        assertThat(many.rules())
                .contains(new Region.MarkedRule("rule-1", Region.Agreement.AGREES))
                .contains(new Region.MarkedRule("rule-4", Region.Agreement.OPEN));
        assertThat(map(Set.of("selector")).at(0, 1, 0).rules())
                .contains(new Region.MarkedRule("rule-1", Region.Agreement.DIFFERS));
    }
}
