# include Packs.mk: `make packs` packs every content folder whose package is not up to date, `make check-packs` checks
# all, and with -j several jobs of make share the checks.
SHARDS := 1 2 3 4

.PHONY: packs check-packs
packs:
	iapkit pack Packs --products Photos.storekit -o dist --update

check-packs: $(SHARDS:%=.reports/%.json)
	iapkit report merge $^

# A report is no file to keep: what it tells may have changed.
.PHONY: $(SHARDS:%=.reports/%.json)
$(SHARDS:%=.reports/%.json):
	@mkdir -p .reports
	@iapkit validate Packs --products Photos.storekit --quiet --fail-on never \
		--shard $(basename $(@F))/$(words $(SHARDS)) --report json > $@
